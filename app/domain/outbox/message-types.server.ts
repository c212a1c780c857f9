import type { DeliveryKind } from "./message-type.ts";
import { prepareCalendarEvents } from "#app/domain/calendar/messages/calendar-event.server.ts";
import { prepareDelegationAnswers } from "#app/domain/delegation/messages/answer.server.ts";
import { prepareDelegationReleases } from "#app/domain/delegation/messages/release.server.ts";
import { prepareDelegationRequests } from "#app/domain/delegation/messages/request.server.ts";
import { prepareDailySummaries } from "#app/domain/reminders/messages/daily-summary.server.ts";
import {
  prepareEmailChanges,
  prepareEmailVerifications,
} from "#app/domain/accounts/messages/email-verification.server.ts";
import { prepareInvitations } from "#app/domain/household/messages/invitation.server.ts";
import { prepareLateReminders } from "#app/domain/reminders/messages/late-reminders.server.ts";
import { preparePasswordResets } from "#app/domain/accounts/messages/password-reset.server.ts";
import { prepareReminders } from "#app/domain/reminders/messages/reminder.server.ts";
import { prepareTests } from "./test-message/test.server.ts";
import { prepareWelcomes } from "#app/domain/household/messages/welcome.server.ts";
import type { Prepare } from "./preparation.ts";

/** How each kind of delivery is read again and written when it is claimed. */
export const kinds: Record<DeliveryKind, Prepare> = {
  reminder: prepareReminders,
  late_reminders: prepareLateReminders,
  daily_summary: prepareDailySummaries,
  test: prepareTests,
  password_reset: preparePasswordResets,
  email_verification: prepareEmailVerifications,
  email_changed: prepareEmailChanges,
  invitation: prepareInvitations,
  welcome: prepareWelcomes,
  delegation_request: prepareDelegationRequests,
  delegation_answer: prepareDelegationAnswers,
  delegation_release: prepareDelegationReleases,
  calendar_event: prepareCalendarEvents,
};
