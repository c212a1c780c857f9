import { newSlices } from "#app/domain/core/in-slices.ts";
import { wallClockAt } from "#app/domain/core/time.ts";
import { z } from "#app/domain/core/zod.ts";
import { textOfHtml } from "#app/domain/mail/reading/html-text.ts";
import { type ImportedTask, instantIn, keyOf, type Read, readRow, UnreadableFile } from "../row.ts";
import { readJson } from "./json-file.server.ts";
import type { Reading } from "./reading.ts";
import { once, readRepetition } from "./repetition.ts";

/** A list of projects, each with its tasks: "data.json" of the zip file. */
export const isVikunja = (beginning: string): boolean =>
  /^\ufeff?\s{0,100}\[\s{0,20}\{\s{0,20}"id":\s{0,5}-?\d{1,19},\s{0,20}"title":/.test(beginning);

const text = z.string();
const maybe = text.nullish();

/** https://vikunja.io/docs/api/ ("models.TaskWithComments") */
const task = z.object({
  id: z.number(),
  title: text.default(""),
  description: maybe,
  done: z.boolean().default(false),
  done_at: maybe,
  due_date: maybe,
  start_date: maybe,
  repeat_after: z.number().nullish(),
  repeat_mode: z.number().nullish(),
  created: maybe,
  assignees: z.array(z.object({ name: text.default(""), username: text.default("") })).nullish(),
  related_tasks: z.record(text, z.array(z.object({ id: z.number() })).nullish()).nullish(),
  comments: z.array(z.object({ comment: text.default("") })).nullish(),
});

type Task = z.infer<typeof task>;

const file = z.array(
  z.object({
    id: z.number(),
    title: text.default(""),
    is_archived: z.boolean().default(false),
    tasks: z.array(z.unknown()).nullish(),
  }),
);

/** Reads the projects of an export. A JSON file has no lines, so tasks are counted instead. */
export async function* readVikunja(path: string, reading: Reading): AsyncGenerator<Read> {
  const read = file.safeParse(await readJson(path));
  if (!read.success) throw new UnreadableFile("I can't read this file of Vikunja.");
  const rows = read.data.flatMap(({ title, is_archived, tasks }) =>
    (tasks ?? []).map((value) => ({ project: title, is_archived, ...task.safeParse(value) })),
  );
  const known = rows.flatMap(({ data, is_archived }) => (data && !is_archived ? [data] : []));
  const family = familyOf(known);
  const pause = newSlices();
  for (const [index, { data, is_archived, project }] of rows.entries()) {
    await pause();
    const line = index + 1;
    const out = (title: string, why: string) =>
      ({ type: "problem", line, title, why, isTaken: false }) as const;
    if (!data) yield out("", "I can't read it.");
    else if (is_archived) yield out(data.title, `Its project “${project}” is archived.`);
    else if (!family.items.has(data.id)) yield* readTask(data, { line, family }, reading);
  }
}

interface Family {
  byId: ReadonlyMap<number, Task>;
  parentOf: (task: Task) => Task | undefined;
  /** Subtasks without a date or notes are items of their tasks' checklists. */
  items: ReadonlySet<number>;
}

function familyOf(tasks: readonly Task[]): Family {
  const byId = new Map(tasks.map((each) => [each.id, each]));
  const parentOf = ({ id, related_tasks }: Task) =>
    related_tasks?.["parenttask"]
      ?.map((parent) => byId.get(parent.id))
      .find((parent) => parent !== undefined && parent.id !== id);
  const isItem = (each: Task) => {
    const parent = parentOf(each);
    if (!parent || parentOf(parent)) return false;
    return !dateIn(each.due_date) && !each.description && !each.repeat_after;
  };
  return {
    byId,
    parentOf,
    items: new Set(tasks.filter(isItem).map(({ id }) => id)),
  };
}

function* readTask(
  data: Task,
  { line, family }: { line: number; family: Family },
  reading: Reading,
): Generator<Read> {
  const due = readDue(dateIn(data.due_date) ?? dateIn(data.start_date), reading);
  const { repeats, problem } = readRule(data, due);
  const parent = family.parentOf(data);
  const [person, ...others] = (data.assignees ?? []).map(({ name, username }) => name || username);
  const subtasks = (data.related_tasks?.["subtask"] ?? []).flatMap(({ id }) => {
    const item = family.items.has(id) ? family.byId.get(id) : undefined;
    return item && family.parentOf(item) === data ? [item] : [];
  });
  const left = `One person does a task. Not taken: ${others.join(", ")}.`;
  yield* readRow(
    {
      title: data.title,
      description: [
        parent && `Part of: ${parent.title}`,
        plain(data.description ?? ""),
        ...(data.comments ?? []).map(({ comment }) => plain(comment)),
      ]
        .filter(Boolean)
        .join("\n\n"),
      due,
      repeats: data.done ? null : repeats,
      person: person ?? null,
      isDone: data.done,
      doneAt: data.done ? dateIn(data.done_at) : null,
      checklist: subtasks.map(({ title, done }) => ({ name: title, isTicked: done })),
    },
    {
      line,
      // Another server has other tasks with the same numbers.
      key: keyOf("vikunja", data.id, data.created ?? data.title),
      problems: [problem, others.length > 0 ? left : null].filter((why) => why !== null),
    },
  );
}

/** Vikunja's editor writes HTML. */
const plain = (words: string) => (/<[a-z]/i.test(words) ? textOfHtml(words).trim() : words);

/** Its server writes "0001-01-01T00:00:00Z" for none. */
const dateIn = (date: string | null | undefined) =>
  date && !date.startsWith("0001-") ? instantIn(date) : null;

function readDue(instant: string | null, { timeZone }: Reading): ImportedTask["due"] {
  if (!instant) return null;
  const local = wallClockAt(instant, timeZone).toString({ smallestUnit: "minute" });
  return { local, timeZone, hasTime: true };
}

const secondsADay = 24 * 60 * 60;
const monthly = 1;

/** "repeat_mode" is 1 for every month, and 2 for counting from when it was done. */
function readRule({ repeat_after, repeat_mode }: Task, due: ImportedTask["due"]) {
  if (repeat_mode === monthly) return readRepetition("FREQ=MONTHLY", due);
  const seconds = repeat_after ?? 0;
  if (seconds <= 0) return readRepetition("", due);
  const days = seconds / secondsADay;
  if (!Number.isInteger(days)) return once("I repeat by whole days only.");
  const rule = days % 7 === 0 ? `FREQ=WEEKLY;INTERVAL=${days / 7}` : `FREQ=DAILY;INTERVAL=${days}`;
  return readRepetition(rule, due, repeat_mode === 2 ? "done" : "due");
}
