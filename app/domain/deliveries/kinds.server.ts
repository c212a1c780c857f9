import type { DeliveryKind } from "./delivery-kind.ts";
import { prepareLateReminders } from "./kinds/late-reminders.server.ts";
import { prepareReminders } from "./kinds/reminder.server.ts";
import type { Prepare } from "./preparation.ts";

/** A kind that nothing can make yet. */
const nothing: Prepare = async () => new Map();

/** How each kind of delivery is read again and written when it is claimed. */
export const kinds: Record<DeliveryKind, Prepare> = {
  reminder: prepareReminders,
  late_reminders: prepareLateReminders,
  daily_summary: nothing,
  test: nothing,
  password_reset: nothing,
  email_verification: nothing,
  email_changed: nothing,
  invitation: nothing,
  welcome: nothing,
  delegation_request: nothing,
  delegation_answer: nothing,
  calendar_event: nothing,
};
