import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { newSlices } from "#app/domain/core/in-slices.ts";
import { z } from "#app/domain/core/zod.ts";
import { categories } from "#app/domain/core/limits.ts";
import { maxListName } from "#app/domain/lists/limits.ts";
import {
  fitTask,
  importedRow,
  type ImportedTask,
  keyOf,
  type Read,
  UnreadableFile,
} from "../row.ts";

export const isMila = (beginning: string): boolean => /^\{\s{0,10}"exported_at":"/.test(beginning);

const flag = z.union([z.literal(0), z.literal(1)]);
const text = z.string();
const maybe = z.string().nullable();

const task = z.object({
  id: text,
  title: text,
  category: z.enum(categories),
  description: maybe,
  due_local: maybe,
  due_time_zone: maybe,
  due_has_time: flag,
  is_completed: flag,
  done_at: maybe,
  deleted_at: maybe,
  is_ahead: flag,
  was_missed: flag,
  assignee: maybe,
  about: maybe,
});

/** The parts of the file that come back, by the names that the export gives them. */
const parts = {
  tasks: task,
  checklist_items: z.object({
    task_id: text,
    name: text,
    ticked_at: maybe,
    deleted_at: maybe,
  }),
  lists: z.object({ id: text, name: text, deleted_at: maybe }),
  list_items: z.object({
    id: text,
    list_id: text,
    name: text,
    ticked_at: maybe,
    deleted_at: maybe,
  }),
  series: z.object({
    id: text,
    rule: text,
    counts_from: z.enum(["due", "done"]),
    ended_at: maybe,
  }),
  series_occurrences: z.object({ series_id: text, task_id: maybe, state: text }),
};

type Part = keyof typeof parts;
type Kept = { [Name in Part]: (z.infer<(typeof parts)[Name]> & { line: number })[] };

const isPart = (name: string): name is Part => Object.hasOwn(parts, name);

/** The export writes a row a line, so a longer one is not ours. */
const maxLineLength = 20_000_000;

/** Reads the file that "Download my data" makes. */
export async function* readMila(path: string): AsyncGenerator<Read> {
  const kept: Kept = {
    tasks: [],
    checklist_items: [],
    lists: [],
    list_items: [],
    series: [],
    series_occurrences: [],
  };
  let unread = 0;
  for await (const { name, line, value } of listValues(path)) {
    const read = parts[name].safeParse(value);
    if (read.success) kept[name].push({ ...read.data, line } as never);
    else unread += 1;
  }
  if (unread > 0) {
    const why = "Another version of Mila wrote them, or they were changed.";
    yield { type: "problem", line: 1, title: `${unread} rows`, why, isTaken: false };
  }
  yield* listTasks(kept);
  yield* listItems(kept);
}

/** Yields the rows of the parts that come back. */
async function* listValues(
  path: string,
): AsyncGenerator<{ name: Part; line: number; value: unknown }> {
  const lines = createInterface({ input: createReadStream(path), crlfDelay: Infinity });
  const pause = newSlices();
  let line = 0;
  let name = "";
  let isWhole = false;
  for await (const content of lines) {
    line += 1;
    await pause();
    if (content.length > maxLineLength) throw notOurs();
    isWhole = content === "}";
    const [, begun, rest = ""] = /^"(\w{1,40})":(.*)$/.exec(content) ?? [];
    name = begun ?? name;
    if (!isPart(name)) continue;
    const found = begun === undefined ? [content] : rest === "[" ? [] : [rest];
    for (const written of found) {
      const value = parseJson(written.replace(/,$/, ""));
      for (const each of Array.isArray(value) ? value : value === undefined ? [] : [value])
        yield { name, line, value: each as unknown };
    }
  }
  if (!isWhole) throw new UnreadableFile("This file ends too early. Please download it again.");
}

const notOurs = () =>
  new UnreadableFile("I can't read this file. Please take the one that “Download my data” makes.");

/** Returns undefined for a closing bracket. */
function parseJson(written: string): unknown {
  if (written === "]" || written === "}" || written === "") return undefined;
  try {
    return JSON.parse(written) as unknown;
  } catch {
    throw notOurs();
  }
}

async function* listTasks(kept: Kept): AsyncGenerator<Read> {
  const checklists = Map.groupBy(
    kept.checklist_items.filter(({ deleted_at }) => deleted_at === null),
    ({ task_id }) => task_id,
  );
  const rules = rulesByTask(kept);
  const pause = newSlices();
  for (const row of kept.tasks) {
    await pause();
    // A date ahead comes back with its series.
    if (row.deleted_at !== null || row.is_ahead === 1 || row.was_missed === 1) continue;
    const { line } = row;
    const checklist = (checklists.get(row.id) ?? []).map(({ name, ticked_at }) => ({
      name,
      isTicked: ticked_at !== null,
    }));
    const isDone = row.is_completed === 1;
    const { row: fitted, problems } = fitTask(
      {
        title: row.title,
        description: row.description,
        category: row.category,
        due: dueOf(row),
        repeats: isDone ? null : (rules.get(row.id) ?? null),
        person: row.assignee,
        about: row.about,
        isDone,
        doneAt: isDone ? row.done_at : null,
        checklist,
      },
      line,
    );
    const read = importedRow.safeParse(fitted);
    if (read.success) yield { type: "row", line, key: keyOf("mila", row.id), row: read.data };
    else
      yield { type: "problem", line, title: fitted.title, why: "I can't read it.", isTaken: false };
    for (const problem of problems) yield { type: "problem", ...problem };
  }
}

function dueOf({ due_local, due_time_zone, due_has_time }: z.infer<typeof task>) {
  return due_local && due_time_zone
    ? { local: due_local, timeZone: due_time_zone, hasTime: due_has_time === 1 }
    : null;
}

/** Only the open task of a series goes on. */
function rulesByTask({ series, series_occurrences }: Kept): Map<string, ImportedTask["repeats"]> {
  const bySeries = new Map(series.map((one) => [one.id, one]));
  return new Map(
    series_occurrences.flatMap(({ series_id, task_id, state }) => {
      const found = bySeries.get(series_id);
      if (!found || found.ended_at || !task_id || state !== "open") return [];
      return [[task_id, { rule: found.rule, from: found.counts_from }] as const];
    }),
  );
}

function* listItems({ lists, list_items }: Kept): Generator<Read> {
  const names = new Map(
    lists.flatMap(({ id, name, deleted_at }) => (deleted_at ? [] : [[id, name] as const])),
  );
  for (const { id, list_id, name, ticked_at, deleted_at, line } of list_items) {
    const list = names.get(list_id);
    if (!list || ticked_at || deleted_at) continue;
    const row = { type: "item" as const, list: list.slice(0, maxListName), name };
    const read = importedRow.safeParse(row);
    if (read.success) yield { type: "row", line, key: keyOf("mila", id), row: read.data };
  }
}
