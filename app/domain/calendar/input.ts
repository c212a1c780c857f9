import { categories, textLength } from "#app/domain/core/limits.ts";
import { toggle } from "#app/domain/preferences/input.ts";
import { collapseWhitespace, readAddress, z } from "#app/domain/core/zod.ts";

const taskId = z.string({ error: "Which task?" }).max(64, "Task not found");

const unsavedTask = z.object({
  title: z.string().trim().min(1).max(textLength.title),
  description: z.string().max(textLength.description).nullish(),
  due_date: z.iso
    .datetime({ offset: true })
    .transform((instant) => new Date(instant).toISOString())
    .nullish(),
});

/** Accepts a task, which may not be saved here, or only its id (specification, section 7). */
export const saveToCalendarBody = z.union(
  [
    z.object({ taskId }),
    z.object({ task: z.object({ id: taskId }) }).transform(({ task }) => ({ taskId: task.id })),
    z.object({ task: unsavedTask }),
  ],
  { error: "Which task? Send its id, or its title and due_date, such as 2026-10-06T09:30:00Z." },
);

export type UnsavedTask = z.infer<typeof unsavedTask>;

const isShown = z.boolean().default(false);

export const feedInput = z
  .object({ kids: isShown, household: isShown, elders: isShown })
  .transform((shown) =>
    categories.filter((category) => shown[category.toLowerCase() as Lowercase<typeof category>]),
  )
  .refine((chosen) => chosen.length > 0, {
    error: "Please choose what to show",
    path: ["categories"],
  });

export const calendarPreferences = z.object({
  autoSaveToCalendar: toggle,
  googleCalendarEnabled: toggle,
});

export type CalendarPreferences = z.infer<typeof calendarPreferences>;

export const calendarChoice = z.object({ calendarId: z.string().min(1).max(1_024) });

/** For a household. */
export const maxShownCalendars = 20;
export const maxCalendarName = 60;
const maxAddress = 2_000;

const noAddress = "Please enter an address that begins with https:// or webcal://";

export const shownCalendarInput = z.object({
  address: z
    .string({ error: "Please enter the calendar's address" })
    .trim()
    .max(maxAddress, `Use at most ${maxAddress.toLocaleString("en-US")} characters`)
    .transform((text) => text.replace(/^webcals?:/i, "https:"))
    .transform(readAddress)
    .refine((url) => url !== null && /^https?:$/.test(url.protocol), noAddress)
    .refine((url) => !url?.username && !url?.password, {
      error: "I can't use an address that contains a user name or password",
    })
    .transform((url) => url?.href.replace(/#.*$/s, "") ?? ""),
  name: z
    .string()
    .overwrite(collapseWhitespace)
    .trim()
    .max(maxCalendarName, `Use at most ${maxCalendarName} characters`)
    .default(""),
});

export const googleInWeekInput = z.object({ show: z.enum(["off", "busy", "titles"]) });

export type GoogleInWeek = z.infer<typeof googleInWeekInput>["show"];

export type ShownCalendarInput = z.infer<typeof shownCalendarInput>;
