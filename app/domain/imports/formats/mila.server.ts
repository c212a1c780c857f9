import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { newSlices } from "#app/domain/core/in-slices.ts";
import { z } from "#app/domain/core/zod.ts";
import { categories } from "#app/domain/core/limits.ts";
import { maxListName } from "#app/domain/lists/limits.ts";
import { relations } from "#app/domain/people/family/input.ts";
import { namesToChoose } from "#app/domain/people/same-name.ts";
import {
  fitTask,
  importedRow,
  type ImportedTask,
  keyOf,
  maxPast,
  type RawTask,
  type Read,
  turnOrders,
  UnreadableFile,
} from "../row.ts";

export const isMila = (beginning: string): boolean => /^\{\s{0,10}"exported_at":"/.test(beginning);

const flag = z.union([z.literal(0), z.literal(1)]);
const text = z.string();
const maybe = z.string().nullable();
/** A column of JSON. */
const jsonList = text
  .transform((json, context): unknown => {
    try {
      return JSON.parse(json) as unknown;
    } catch {
      context.addIssue("not JSON");
      return z.NEVER;
    }
  })
  .pipe(z.array(text));

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
  assignee_id: maybe.optional(),
  about: maybe,
  about_id: maybe.optional(),
  marked_by: maybe.optional(),
  marked_person: maybe.optional(),
});

const person = z.object({
  id: text,
  name: text,
  relation: z.enum(relations).nullable(),
  phone: maybe,
  email: maybe,
  user_id: maybe,
  left_at: maybe,
});

const series = z.object({
  id: text,
  rule: text,
  counts_from: z.enum(["due", "done"]),
  ended_at: maybe,
  starts_on: text.optional(),
  excluded_on: jsonList.optional(),
  skipped_breaks: jsonList.optional(),
  paused_until: maybe.optional(),
});

/** The parts of the file that come back, by the names that the export gives them. */
const parts = {
  account: z.object({ id: text.optional() }),
  people: person,
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
  reminders: z.object({
    task_id: text,
    origin: text,
    minutes_before: z.number(),
    status: text,
    repeats: flag,
  }),
  breaks: z.object({ id: text, name: text, starts_on: text, ends_on: text }),
  series,
  series_occurrences: z.object({
    series_id: text,
    task_id: maybe,
    state: text,
    number: z.number().default(0),
    occurs_on: text.optional(),
    turn_person_id: maybe.optional(),
    closed_at: maybe.optional(),
    missed_before: z.number().optional(),
    done_by: maybe.optional(),
  }),
  series_turns: z.object({ series_id: text, turn_order: text }),
  series_turn_people: z.object({ series_id: text, position: z.number(), person_id: text }),
  away_dates: z.object({ id: text, person_id: text, first_on: text, last_on: text }),
};

type Part = keyof typeof parts;
type Kept = { [Name in Part]: (z.infer<(typeof parts)[Name]> & { line: number })[] };

const isPart = (name: string): name is Part => Object.hasOwn(parts, name);

/** The export writes a row a line, so a longer one is not ours. */
const maxLineLength = 20_000_000;

/** Reads the file that "Download my data" makes. */
export async function* readMila(path: string): AsyncGenerator<Read> {
  const kept = Object.fromEntries(Object.keys(parts).map((name) => [name, []])) as unknown as Kept;
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
  const labels = namesToChoose(kept.people.filter(({ left_at }) => left_at === null));
  yield* listPeople(kept, labels);
  yield* listDays(kept, labels);
  yield* listTasks(kept, labels);
  yield* listPast(kept, labels);
  yield* listItems(kept);
}

/** People's names as the file's household chose among them, by their ids. */
type Labels = ReadonlyMap<string, string>;

function* listPeople({ account, people }: Kept, labels: Labels): Generator<Read> {
  for (const { id, line, relation, user_id, ...facts } of people) {
    const label = labels.get(id);
    if (label === undefined) continue;
    const isMe = user_id !== null && user_id === account[0]?.id;
    const row = { ...facts, type: "person", label, relation: relation ?? "other", isMe };
    yield* readPart(row, line, keyOf("mila", "person", id), id);
  }
}

function* listDays({ breaks, away_dates }: Kept, labels: Labels): Generator<Read> {
  for (const { id, line, name, starts_on: startsOn, ends_on: endsOn } of breaks)
    yield* readPart(
      { type: "break", name, startsOn, endsOn },
      line,
      keyOf("mila", "break", id),
      id,
    );
  for (const { id, line, person_id, first_on: firstOn, last_on: lastOn } of away_dates) {
    const away = labels.get(person_id);
    if (away === undefined) continue;
    const row = { type: "away", person: away, firstOn, lastOn };
    yield* readPart(row, line, keyOf("mila", "away", id), id);
  }
}

/** Leaves out a row that another program has written into the file. */
function* readPart(row: object, line: number, key: string, ownId?: string): Generator<Read> {
  const read = importedRow.safeParse(row);
  if (read.success) yield { type: "row", line, key, row: read.data, ownId };
  else yield { type: "problem", line, title: "", why: "I can't read it.", isTaken: false };
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

async function* listTasks(kept: Kept, labels: Labels): AsyncGenerator<Read> {
  const about = partsOfTasks(kept, labels);
  const pause = newSlices();
  for (const row of kept.tasks) {
    await pause();
    // A date ahead comes back with its series.
    if (row.deleted_at !== null || row.is_ahead === 1 || row.was_missed === 1) continue;
    const { line } = row;
    const { row: fitted, problems } = fitTask(toTask(row, about, labels), line);
    const read = importedRow.safeParse(fitted);
    if (read.success)
      yield { type: "row", line, key: keyOf("mila", row.id), row: read.data, ownId: row.id };
    else
      yield { type: "problem", line, title: fitted.title, why: "I can't read it.", isTaken: false };
    for (const problem of problems) yield { type: "problem", ...problem };
  }
}

function partsOfTasks(kept: Kept, labels: Labels) {
  return {
    checklists: Map.groupBy(
      kept.checklist_items.filter(({ deleted_at }) => deleted_at === null),
      ({ task_id }) => task_id,
    ),
    rules: rulesByTask(kept, labels),
    reminders: Map.groupBy(
      kept.reminders.filter(({ origin, status }) => origin === "custom" && status !== "cancelled"),
      ({ task_id }) => task_id,
    ),
    accounts: new Map(kept.people.map(({ id, user_id }) => [user_id ?? id, labels.get(id)])),
  };
}

type Parts = ReturnType<typeof partsOfTasks>;

function toTask(row: z.infer<typeof task>, about: Parts, labels: Labels): RawTask {
  const { checklists, rules, reminders, accounts } = about;
  const { id, title, description, category } = row;
  const isDone = row.is_completed === 1;
  const labelOf = (personId: string | null | undefined) => labels.get(personId ?? "");
  const shared = {
    title,
    description,
    category,
    due: dueOf(row),
    person: labelOf(row.assignee_id) ?? row.assignee,
    about: labelOf(row.about_id) ?? row.about,
    checklist: (checklists.get(id) ?? []).map(({ name, ticked_at }) => ({
      name,
      isTicked: ticked_at !== null,
    })),
  };
  if (isDone) {
    const doneBy = accounts.get(row.marked_by ?? "") ?? labelOf(row.marked_person) ?? null;
    return { ...shared, isDone, doneAt: row.done_at, doneBy };
  }
  const own = (reminders.get(id) ?? []).map(({ minutes_before, repeats }) => ({
    minutesBefore: minutes_before,
    repeats: repeats === 1,
  }));
  return { ...shared, ...rules.get(id), reminders: own };
}

function dueOf({ due_local, due_time_zone, due_has_time }: z.infer<typeof task>) {
  return due_local && due_time_zone
    ? { local: due_local, timeZone: due_time_zone, hasTime: due_has_time === 1 }
    : null;
}

type Series = Pick<ImportedTask, "repeats" | "before">;

/** Only the open task of a series goes on. */
function rulesByTask(kept: Kept, labels: Labels): Map<string, Series> {
  const bySeries = new Map(kept.series.map((one) => [one.id, one]));
  const turns = turnsBySeries(kept, labels);
  const rules = new Map<string, Series>();
  for (const { series_id, task_id, state, occurs_on, turn_person_id } of kept.series_occurrences) {
    const found = bySeries.get(series_id);
    if (!found || found.ended_at || !task_id || state !== "open") continue;
    const { starts_on, excluded_on = [], skipped_breaks = [], paused_until = null } = found;
    const own = turns.get(series_id);
    const before = starts_on &&
      occurs_on && {
        startsOn: starts_on,
        occursOn: occurs_on,
        excludedOn: excluded_on,
        skippedBreaks: skipped_breaks,
        pausedUntil: paused_until,
        turns: own ? { ...own, first: labels.get(turn_person_id ?? "") ?? null } : null,
      };
    const repeats = { rule: found.rule, from: found.counts_from };
    rules.set(task_id, { repeats, before: before || null });
  }
  return rules;
}

/** Only the series that go on have one. */
function* listPast({ series_occurrences }: Kept, labels: Labels): Generator<Read> {
  for (const [seriesId, own] of Map.groupBy(series_occurrences, ({ series_id }) => series_id)) {
    const open = own.find(({ state }) => state === "open");
    const closed = own
      .filter(({ state }) => ["done", "skipped", "missed"].includes(state))
      .toSorted((one, other) => one.number - other.number);
    if (!open?.task_id || closed.length === 0) continue;
    // Weeks are counted from the first.
    const shown = closed.filter((_, index) => index === 0 || index > closed.length - maxPast);
    const past = shown.map((one) => ({
      task: one.task_id && keyOf("mila", one.task_id),
      occursOn: one.occurs_on,
      state: one.state,
      closedAt: one.closed_at ?? null,
      missedBefore: one.missed_before ?? 0,
      doneBy: labels.get(one.done_by ?? "") ?? null,
      turn: labels.get(one.turn_person_id ?? "") ?? null,
    }));
    const row = { type: "past", task: keyOf("mila", open.task_id), past };
    yield* readPart(row, open.line, keyOf("mila", "past", seriesId));
  }
}

function turnsBySeries({ series_turns, series_turn_people }: Kept, labels: Labels) {
  const people = Map.groupBy(
    series_turn_people.toSorted((one, other) => one.position - other.position),
    ({ series_id }) => series_id,
  );
  return new Map(
    series_turns.flatMap(({ series_id, turn_order }) => {
      const names = (people.get(series_id) ?? []).flatMap(
        ({ person_id }) => labels.get(person_id) ?? [],
      );
      const order = turnOrders.find((one) => one === turn_order);
      return order ? [[series_id, { order, people: names }] as const] : [];
    }),
  );
}

function* listItems({ lists, list_items }: Kept): Generator<Read> {
  const known = new Map(
    lists.flatMap(({ id, name, deleted_at }) =>
      deleted_at ? [] : [[id, name.slice(0, maxListName)] as const],
    ),
  );
  const items = list_items.filter(({ list_id, deleted_at }) => !deleted_at && known.has(list_id));
  const filled = new Set(items.map(({ list_id }) => list_id));
  for (const { id, line } of lists) {
    const list = filled.has(id) ? undefined : known.get(id);
    if (list) yield* readPart({ type: "list", list }, line, keyOf("mila", "list", id), id);
  }
  for (const { id, list_id, name, ticked_at, line } of items) {
    const row = { type: "item", list: known.get(list_id), name, isTicked: ticked_at !== null };
    yield* readPart(row, line, keyOf("mila", id), id);
  }
}
