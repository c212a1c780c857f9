import { categories } from "#app/domain/core/limits.ts";
import { toggle } from "#app/domain/preferences/input.ts";
import { z } from "#app/domain/core/zod.ts";

const taskId = z.string({ error: "Which task?" }).max(64, "Task not found");

export const saveToCalendarBody = z.union([
  z.object({ taskId }),
  z.object({ task: z.object({ id: taskId }) }).transform(({ task }) => ({ taskId: task.id })),
]);

const isShown = z.boolean().default(false);

export const feedInput = z
  .object({ kids: isShown, household: isShown, elders: isShown })
  .transform((shown) => categories.filter((category) => shown[category.toLowerCase() as Lowercase<typeof category>]))
  .refine((chosen) => chosen.length > 0, { error: "Please choose what to show", path: ["categories"] });

export const calendarPreferences = z.object({ autoSaveToCalendar: toggle, googleCalendarEnabled: toggle });

export type CalendarPreferences = z.infer<typeof calendarPreferences>;

export const calendarChoice = z.object({ calendarId: z.string().min(1).max(1_024) });
