import { z } from "#app/domain/core/zod.ts";
import { toggle } from "#app/domain/preferences/input.ts";

const minutesPer = { minutes: 1, hours: 60, days: 24 * 60 } as const;

export const maxMinutes = 365 * minutesPer.days;

/** Applies to a repeating task. */
const scope = z.enum(["one", "following"]).optional().catch(undefined);

export type ReminderScope = "one" | "following";

export const cancelInput = z.object({ scope });

export const customReminder = z
  .object({
    minutesBefore: z
      .number({ error: "Please enter a number" })
      .int("Please enter a whole number")
      .min(0, "Please enter 0 or more"),
    unit: z
      .enum(["minutes", "hours", "days"], { error: "Please choose minutes, hours or days" })
      .default("minutes"),
    scope,
  })
  .refine(({ minutesBefore, unit }) => minutesBefore * minutesPer[unit] <= maxMinutes, {
    path: ["minutesBefore"],
    error: "Please choose at most one year before",
  })
  .transform(({ minutesBefore, unit, scope: said }) => ({
    minutesBefore: minutesBefore * minutesPer[unit],
    scope: said,
  }));

export const snooze = z.object({ minutes: z.number().int().min(1).max(maxMinutes) });

export const reminderPreferences = z.object({
  reminderTwoDaysBefore: toggle,
  reminderOneHourBefore: toggle,
  dailySummaryEnabled: toggle,
  schoolMailEnabled: toggle,
  /** The wall clock in the user's zone; if missing, the saved time stays. */
  dailySummaryTime: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Please choose a time")
    .optional(),
});

export type ReminderPreferences = z.infer<typeof reminderPreferences>;
