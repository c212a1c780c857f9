import type { ReminderReach } from "#app/domain/reminders/add-reminder.server.ts";

/** Lets a test add a reminder of any lead. */
export const anyReach: ReminderReach = { minutes: Infinity, beyond: "too_often" };
