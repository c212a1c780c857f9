import type { DeliveryKind } from "./delivery-kind.ts";
import { prepareCalendarEvents } from "./kinds/calendar-event.server.ts";
import { prepareDelegationAnswers } from "./kinds/delegation-answer.server.ts";
import { prepareDelegationReleases } from "./kinds/delegation-release.server.ts";
import { prepareDelegationRequests } from "./kinds/delegation-request.server.ts";
import { prepareDailySummaries } from "./kinds/daily-summary.server.ts";
import { prepareEmailChanges, prepareEmailVerifications } from "./kinds/email-verification.server.ts";
import { prepareInvitations } from "./kinds/invitation.server.ts";
import { prepareLateReminders } from "./kinds/late-reminders.server.ts";
import { preparePasswordResets } from "./kinds/password-reset.server.ts";
import { prepareReminders } from "./kinds/reminder.server.ts";
import { prepareTests } from "./kinds/test.server.ts";
import { prepareWelcomes } from "./kinds/welcome.server.ts";
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
