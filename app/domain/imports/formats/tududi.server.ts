import { isDate } from "#app/domain/core/limits.ts";
import { newSlices } from "#app/domain/core/in-slices.ts";
import { wallClockAt } from "#app/domain/core/time.ts";
import { z } from "#app/domain/core/zod.ts";
import { usualTime } from "#app/domain/tasks/due/due.server.ts";
import { type ImportedTask, instantIn, keyOf, type Read, readRow, UnreadableFile } from "../row.ts";
import { readJson } from "./json-file.server.ts";
import type { Reading } from "./reading.ts";
import { once, readRepetition } from "./repetition.ts";

export const isTududi = (beginning: string): boolean =>
  /^\ufeff?\s{0,100}\{\s{0,20}"version":/.test(beginning) && beginning.includes('"exported_at"');

const text = z.string();
const maybe = text.nullish();
const count = z.number().nullish();

/** A task of a backup, of its first format (with numbers) or the second (with uids). */
const task = z.object({
  id: count,
  uid: maybe,
  uuid: maybe,
  name: text.default(""),
  note: maybe,
  due_date: maybe,
  status: z.union([z.number(), text]).nullish(),
  completed_at: maybe,
  parent_task_id: count,
  parent_task_uid: maybe,
  recurring_parent_id: count,
  recurrence_type: maybe,
  recurrence_interval: count,
  recurrence_end_date: maybe,
  recurrence_weekday: count,
  recurrence_weekdays: z.unknown().optional(),
  recurrence_month_day: count,
  recurrence_week_of_month: count,
  completion_based: z.union([z.boolean(), z.number()]).nullish(),
});

type Task = z.infer<typeof task>;

const file = z.object({
  user: z.object({ timezone: maybe }).nullish(),
  data: z.object({ tasks: z.array(z.unknown()) }),
});

/** Reads a backup. A JSON file has no lines, so tasks are counted instead. */
export async function* readTududi(path: string, reading: Reading): AsyncGenerator<Read> {
  const read = file.safeParse(await readJson(path));
  if (!read.success) throw new UnreadableFile("I can't read this backup of tududi.");
  const rows = read.data.data.tasks.map((value) => task.safeParse(value).data);
  const known = rows.filter((row) => row !== undefined);
  const parentOf = parentFinder(known);
  const isItem = (each: Task) => {
    const parent = parentOf(each);
    if (!parent || parentOf(parent)) return false;
    return !each.due_date && !each.note && !isRepeating(each);
  };
  const items = Map.groupBy(known.filter(isItem), parentOf);
  const pause = newSlices();
  for (const [index, data] of rows.entries()) {
    await pause();
    const line = index + 1;
    const out = (title: string, why: string) =>
      ({ type: "problem", line, title, why, isTaken: false }) as const;
    if (!data) yield out("", "I can't read it.");
    else if (isCancelled(data)) yield out(data.name, "It was cancelled.");
    else if (!isItem(data)) {
      const place = { line, parent: parentOf(data), items: items.get(data) ?? [] };
      yield* readTask(data, place, reading);
    }
  }
}

function parentFinder(tasks: readonly Task[]): (task: Task) => Task | undefined {
  const byUid = new Map(tasks.flatMap((each) => (each.uid ? [[each.uid, each] as const] : [])));
  const byId = new Map(tasks.flatMap((each) => (each.id ? [[each.id, each] as const] : [])));
  return ({ parent_task_uid: uid, parent_task_id: id, ...own }) => {
    const parent = (uid ? byUid.get(uid) : undefined) ?? (id ? byId.get(id) : undefined);
    return parent && parent.id === own.id && parent.uid === own.uid ? undefined : parent;
  };
}

/** The words are those of the API; the numbers those of the database. */
const isStatus = (status: Task["status"], ...meant: readonly (number | string)[]) =>
  status !== null && status !== undefined && meant.includes(status);
const isDone = ({ status }: Task) => isStatus(status, 2, 3, "done", "completed", "archived");
const isCancelled = ({ status }: Task) => isStatus(status, 5, "cancelled");
const isRepeating = ({ recurrence_type: type }: Task) => Boolean(type) && type !== "none";

function* readTask(
  data: Task,
  { line, parent, items }: { line: number; parent: Task | undefined; items: readonly Task[] },
  reading: Reading,
): Generator<Read> {
  const due = readDue(data.due_date, reading);
  const { repeats, problem } = readRule(data, due);
  yield* readRow(
    {
      title: data.name,
      description: [parent && `Part of: ${parent.name}`, data.note].filter(Boolean).join("\n\n"),
      due,
      repeats: isDone(data) ? null : repeats,
      isDone: isDone(data),
      doneAt: isDone(data) ? instantIn(data.completed_at) : null,
      checklist: items.map((item) => ({ name: item.name, isTicked: isDone(item) })),
    },
    {
      line,
      key: keyOf("tududi", data.uid ?? data.uuid ?? data.id ?? data.name),
      problems: problem && !isDone(data) ? [problem] : [],
    },
  );
}

/** tududi keeps a day: as a date, or as the instant of its midnight (UTC). */
function readDue(written: string | null | undefined, { timeZone }: Reading): ImportedTask["due"] {
  const instant = instantIn(written);
  if (!written || !instant) return null;
  const day = written.slice(0, 10);
  const isDay = !written.includes("T") || instant.endsWith("T00:00:00.000Z");
  if (isDay && isDate(day)) return { local: `${day}T${usualTime}`, timeZone, hasTime: false };
  const local = wallClockAt(instant, timeZone).toString({ smallestUnit: "minute" });
  return { local, timeZone, hasTime: true };
}

const weekdays = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"];

function readRule(data: Task, due: ImportedTask["due"]) {
  if (!isRepeating(data)) return readRepetition("", due);
  const pattern = writtenRule(data);
  if (pattern === null) return once("I don't know this kind of repetition.");
  const interval = `INTERVAL=${Math.max(1, Math.trunc(data.recurrence_interval ?? 1))}`;
  const end = instantIn(data.recurrence_end_date)?.slice(0, 10).replaceAll("-", "");
  const rule = [...pattern, interval, end && `UNTIL=${end}`].filter(Boolean).join(";");
  return readRepetition(rule, due, data.completion_based ? "done" : "due");
}

function writtenRule(data: Task): string[] | null {
  const day = weekdays[data.recurrence_weekday ?? -1];
  switch (data.recurrence_type) {
    case "daily":
      return ["FREQ=DAILY"];
    case "weekly": {
      const days = listedDays(data.recurrence_weekdays) ?? (day ? [day] : []);
      return ["FREQ=WEEKLY", ...(days.length > 0 ? [`BYDAY=${days.join(",")}`] : [])];
    }
    case "monthly":
      return ["FREQ=MONTHLY", ...onDay(data.recurrence_month_day)];
    case "monthly_weekday":
      return day ? ["FREQ=MONTHLY", `BYDAY=${placeOf(data.recurrence_week_of_month)}${day}`] : null;
    case "monthly_last_day":
      return ["FREQ=MONTHLY", "BYMONTHDAY=-1"];
    case "yearly":
      return ["FREQ=YEARLY"];
    default:
      return null;
  }
}

const onDay = (day: number | null | undefined) => (day ? [`BYMONTHDAY=${day}`] : []);

/** The fifth week stands for the last one. */
const placeOf = (week: number | null | undefined) => (week === 5 ? -1 : (week ?? 1));

/** Some versions write the list as a text. */
function listedDays(value: unknown): string[] | null {
  const list = typeof value === "string" ? value.match(/[0-6]/g) : value;
  if (!Array.isArray(list) || list.length === 0) return null;
  return list.flatMap((each) => weekdays[Number(each)] ?? []);
}
