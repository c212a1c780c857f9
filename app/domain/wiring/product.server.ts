// Registers the features with the outbox and the worker, which depend on none of them.
import type { Kysely } from "kysely";
import type { Database } from "#db/schema.ts";
import { findUnconfirmed } from "../accounts/confirmed-address.server.ts";
import {
  emailChangedType,
  emailVerificationType,
} from "../accounts/messages/email-verification.server.ts";
import { passwordResetType } from "../accounts/messages/password-reset.server.ts";
import { findConfirmedOwnerAddress } from "../accounts/owner/owner.server.ts";
import { purgeExpiredRequests } from "../accounts/removal/purge.server.ts";
import { purgeChatRequests } from "../inbox/chat-requests.server.ts";
import { calendarEventType } from "../calendar/messages/calendar-event.server.ts";
import { forgetConversations } from "../delegation/by-text/conversation.server.ts";
import { delegationAnswerType } from "../delegation/messages/answer.server.ts";
import { delegationChangeType } from "../delegation/messages/change.server.ts";
import { delegationHandoverType } from "../delegation/messages/handover.server.ts";
import { delegationReleaseType } from "../delegation/messages/release.server.ts";
import { delegationRequestType } from "../delegation/messages/request.server.ts";
import { findHouseholds } from "../people/household/membership.server.ts";
import { findSenders } from "../people/household/senders.server.ts";
import { invitationType } from "../people/messages/invitation.server.ts";
import { welcomeType } from "../people/messages/welcome.server.ts";
import { ownerNoticeType } from "../instance/messages/owner-notice.server.ts";
import type { Features, MessageTypes } from "../outbox/message-type.ts";
import { purgeLimitEvents } from "../core/rate-limits/allow.server.ts";
import { purgeEvents } from "../outbox/reports/events.server.ts";
import { purgeMessagesToOthers } from "../outbox/others/purge.server.ts";
import { numberTakenType } from "../preferences/messages/number-taken.server.ts";
import { phoneCodeType } from "../preferences/messages/phone-code.server.ts";
import { testType } from "../preferences/messages/test.server.ts";
import { findFallbackChannels, findWantedChannels } from "../preferences/wanted-channels.server.ts";
import { dailySummaryType } from "../summary/messages/daily-summary.server.ts";
import { schoolMailType } from "../summary/messages/school-mail.server.ts";
import { taskGivenType } from "../tasks/giving/given.server.ts";
import { purgeKeptAnswers } from "../tokens/kept-answers.server.ts";
import { purgeSentChanges } from "../tasks/offline/sent-changes.server.ts";
import { purgeWebhookMessages } from "../webhooks/sending/messages.server.ts";
import { lateRemindersType } from "../reminders/messages/late-reminders.server.ts";
import { reminderAgainType, reminderType } from "../reminders/messages/reminder.server.ts";

export const messageTypes: MessageTypes = {
  reminder: reminderType,
  reminder_again: reminderAgainType,
  late_reminders: lateRemindersType,
  daily_summary: dailySummaryType,
  school_mail: schoolMailType,
  test: testType,
  phone_code: phoneCodeType,
  number_taken: numberTakenType,
  password_reset: passwordResetType,
  email_verification: emailVerificationType,
  email_changed: emailChangedType,
  invitation: invitationType,
  welcome: welcomeType,
  delegation_request: delegationRequestType,
  delegation_answer: delegationAnswerType,
  delegation_release: delegationReleaseType,
  delegation_change: delegationChangeType,
  delegation_handover: delegationHandoverType,
  task_given: taskGivenType,
  calendar_event: calendarEventType,
  owner_notice: ownerNoticeType,
};

export const features: Features = {
  messageTypes,
  people: {
    findWantedChannels,
    findFallbackChannels,
    findHouseholds,
    findUnconfirmed,
    findConfirmedOwnerAddress,
    findSenders,
  },
};

/** Deletes expired records that only served deduplication and rate limits. */
export async function purgeExpiredRecords(db: Kysely<Database>, now: string): Promise<void> {
  await purgeEvents(db, now);
  await purgeLimitEvents(db, now);
  await purgeMessagesToOthers(db, now);
  await purgeExpiredRequests(db, now);
  await forgetConversations(db);
  await purgeChatRequests(db, now);
  await purgeSentChanges(db, now);
  await purgeKeptAnswers(db, now);
  await purgeWebhookMessages(db, now);
}
