import { newSlices } from "#app/domain/core/in-slices.ts";
import { isTimeZone, wallClockAt } from "#app/domain/core/time.ts";
import { z } from "#app/domain/core/zod.ts";
import { textOfHtml } from "#app/domain/mail/reading/html-text.ts";
import { type ImportedTask, instantIn, keyOf, type Read, readRow, UnreadableFile } from "../row.ts";
import { readJson } from "./json-file.server.ts";
import type { Reading } from "./reading.ts";
import { once, readRepetition } from "./repetition.ts";

/** The app's backup, or the chores as the API lists them. */
export const isDonetick = (beginning: string): boolean =>
  beginning.includes('"donetick-local-backup"') ||
  (/^\ufeff?\s{0,100}(?:\{\s{0,20}"res":\s{0,5})?\[\s{0,20}\{\s{0,20}"id":/.test(beginning) &&
    beginning.includes('"frequencyType"'));

const text = z.string();
const maybe = text.nullish();

/** https://docs.donetick.com/ ("Chore") */
const chore = z.object({
  id: z.union([z.number(), text]),
  name: text.default(""),
  description: maybe,
  frequencyType: maybe,
  frequency: z.number().nullish(),
  frequencyMetadata: z
    .object({
      days: z.array(text).nullish(),
      months: z.array(text).nullish(),
      unit: maybe,
      timezone: maybe,
      weekPattern: maybe,
      occurrences: z.array(z.number()).nullish(),
    })
    .nullish(),
  nextDueDate: maybe,
  isRolling: z.boolean().nullish(),
  isActive: z.boolean().nullish(),
  createdAt: maybe,
  subTasks: z.array(z.object({ name: text.default(""), completedAt: maybe })).nullish(),
  deletedAt: maybe,
  _deleted: z.boolean().nullish(),
});

type Chore = z.infer<typeof chore>;

const many = z.array(z.unknown());
const file = z.union([
  many,
  z.object({ res: many }).transform(({ res }) => res),
  z.object({ collections: z.object({ chores: many }) }).transform(({ collections }) => {
    const { chores } = collections;
    return chores;
  }),
]);

/** A JSON file has no lines, so chores are counted instead. */
export async function* readDonetick(path: string, reading: Reading): AsyncGenerator<Read> {
  const read = file.safeParse(await readJson(path));
  if (!read.success) throw new UnreadableFile("I can't read this file of Donetick.");
  const pause = newSlices();
  for (const [index, value] of read.data.entries()) {
    await pause();
    const line = index + 1;
    const { data } = chore.safeParse(value);
    if (!data) yield { type: "problem", line, title: "", why: "I can't read it.", isTaken: false };
    else if (!data.deletedAt && !data._deleted) yield* readChore(data, line, reading);
  }
}

function* readChore(data: Chore, line: number, reading: Reading): Generator<Read> {
  const due = readDue(data, reading);
  const { repeats, problem } = readRule(data, due);
  // A chore that was done for good, and does not come again.
  const isDone = data.isActive === false;
  yield* readRow(
    {
      title: data.name,
      description: plain(data.description ?? ""),
      due,
      repeats: isDone ? null : repeats,
      isDone,
      checklist: (data.subTasks ?? []).map(({ name, completedAt }) => ({
        name,
        isTicked: instantIn(completedAt) !== null,
      })),
    },
    {
      line,
      // Another server has other chores with the same numbers.
      key: keyOf("donetick", data.id, data.createdAt ?? data.name),
      problems: problem && !isDone ? [problem] : [],
    },
  );
}

/** Its editor writes HTML. */
const plain = (words: string) => (/<[a-z]/i.test(words) ? textOfHtml(words).trim() : words);

function readDue({ nextDueDate, frequencyMetadata }: Chore, reading: Reading): ImportedTask["due"] {
  const instant = instantIn(nextDueDate);
  if (!instant) return null;
  const said = frequencyMetadata?.timezone ?? "";
  const timeZone = isTimeZone(said) ? said : reading.timeZone;
  const local = wallClockAt(instant, timeZone).toString({ smallestUnit: "minute" });
  return { local, timeZone, hasTime: true };
}

const intervals: Record<string, string> = {
  days: "DAILY",
  weeks: "WEEKLY",
  months: "MONTHLY",
  years: "YEARLY",
};
const monthNames =
  "january february march april may june july august september october november december".split(
    " ",
  );

function readRule(data: Chore, due: ImportedTask["due"]) {
  const from = data.isRolling ? "done" : "due";
  const rule = ruleOf(data);
  return rule === null
    ? once("I don't know this kind of repetition.")
    : readRepetition(rule, due, from);
}

/** Returns an empty text for a chore that comes once, and null for a rule that Mila lacks. */
function ruleOf(data: Chore): string | null {
  return data.frequencyType ? (rules[data.frequencyType]?.(data) ?? null) : "";
}

const noRule = () => "";

const rules: Record<string, (data: Chore) => string | null> = {
  once: noRule,
  no_repeat: noRule,
  trigger: noRule,
  daily: () => "FREQ=DAILY",
  weekly: () => "FREQ=WEEKLY",
  monthly: () => "FREQ=MONTHLY",
  yearly: () => "FREQ=YEARLY",
  interval: ({ frequency, frequencyMetadata }) => {
    const unit = intervals[frequencyMetadata?.unit ?? ""];
    return unit ? `FREQ=${unit};INTERVAL=${frequency ?? 1}` : null;
  },
  days_of_the_week: ({ frequencyMetadata }) => {
    const { days, weekPattern } = frequencyMetadata ?? {};
    const isWeekly = !weekPattern || weekPattern === "every_week";
    const short = (days ?? []).map((day) => day.slice(0, 2).toUpperCase());
    return isWeekly && short.length > 0 ? `FREQ=WEEKLY;BYDAY=${short.join(",")}` : null;
  },
  day_of_the_month: ({ frequency, frequencyMetadata }) => {
    const months = (frequencyMetadata?.months ?? []).map(
      (month) => monthNames.indexOf(month.toLowerCase()) + 1,
    );
    const isEvery = months.length === 0 || months.length === monthNames.length;
    const which = isEvery ? "FREQ=MONTHLY" : `FREQ=YEARLY;BYMONTH=${months.join(",")}`;
    return `${which};BYMONTHDAY=${frequency ?? 1}`;
  },
};
