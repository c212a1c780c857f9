import { isDate } from "#app/domain/core/limits.ts";
import { collapseWhitespace, z } from "#app/domain/core/zod.ts";

const weekdays = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"] as const;
const maxLengths = { days: 100, name: 60, pasted: 4_000, seen: 100 } as const;

const date = (error: string) =>
  z.string({ error }).refine(isDate, "Please choose a date that exists");
const optionalDate = date("Please choose a date").optional();

export const maxBreaks = 50;

/** Reads boxes named `weekdays[1].value`. Browsers omit unchecked ones. */
function checked<Value>(boxes: ({ value: Value } | undefined)[]): Value[] {
  return boxes.flatMap((box) => (box ? [box.value] : []));
}

const weekday = z.object({ value: z.enum(weekdays) }).optional();
const breakBox = z.object({ value: z.string().max(maxLengths.name) }).optional();

export const repeatInput = z.object({
  /** "keep" is for a rule that the form cannot show. */
  rule: z.enum(["keep", "new"]).default("new"),
  interval: z
    .number({ error: "Please enter a number" })
    .int("Please enter a whole number")
    .min(1, "Please enter 1 or more")
    .max(999, "Please enter at most 999"),
  unit: z.enum(["day", "week", "month", "year"], {
    error: "I repeat tasks by the day, not by the hour.",
  }),
  weekdays: z.array(weekday).max(weekdays.length).default([]).transform(checked),
  monthly: z.enum(["date", "days", "weekday"]).default("date"),
  days: z.string().max(maxLengths.days, "That's too long").default(""),
  nth: z
    .enum(["1", "2", "3", "4", "-1"], { error: "Please choose which one" })
    .default("1")
    .transform(Number),
  nthWeekday: z.enum(weekdays, { error: "Please choose a weekday" }).default("MO"),
  from: z.enum(["due", "done"]).default("due"),
  until: optionalDate,
  /** A rule from another calendar, instead of the fields above. */
  pasted: z
    .string()
    .max(maxLengths.pasted, `Use at most ${maxLengths.pasted.toLocaleString("en-US")} characters`)
    .default(""),
  breaks: z.array(breakBox).max(maxBreaks).default([]).transform(checked),
  pausedUntil: optionalDate,
  /** The repetition as the form showed it. */
  seen: z.string().max(maxLengths.seen).optional(),
});

export const keptRepeatFields = [
  ...Object.keys(repeatInput.shape),
  ...Array.from(weekdays, (_, index) => `weekdays[${index}].value`),
  ...Array.from({ length: maxBreaks }, (_, index) => `breaks[${index}].value`),
];

export type RepeatInput = z.infer<typeof repeatInput>;

const breakName = z
  .string({ error: "Please enter a name" })
  .overwrite(collapseWhitespace)
  .trim()
  .min(1, "Please enter a name")
  .max(maxLengths.name, `Use at most ${maxLengths.name} characters`);

const maxBreakDays = 366;
const msPerDay = 86_400_000;

export const breakInput = z
  .object({
    name: breakName,
    startsOn: date("Please choose the first day"),
    endsOn: date("Please choose the last day"),
  })
  .refine(({ startsOn, endsOn }) => startsOn <= endsOn, {
    path: ["endsOn"],
    error: "The last day is before the first",
  })
  .refine(
    ({ startsOn, endsOn }) => Date.parse(endsOn) - Date.parse(startsOn) < maxBreakDays * msPerDay,
    {
      path: ["endsOn"],
      error: "A break can take up to a year",
    },
  );

export type BreakInput = z.infer<typeof breakInput>;

export const deleteInput = z.object({ scope: z.enum(["one", "all"]).optional().catch(undefined) });
