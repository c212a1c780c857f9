import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import type ICAL from "ical.js";
import { categories } from "#app/domain/core/limits.ts";
import { newSlices } from "#app/domain/core/in-slices.ts";
import { isTimeZone, wallClockAt } from "#app/domain/core/time.ts";
import { createZoneFinder, plain } from "#app/domain/calendar/shown/file/zones.ts";
import { usualTime } from "#app/domain/tasks/due/due.server.ts";
import { calendarKey, fitTask, type ImportedTask, keyOf, type Problem, type Read } from "../row.ts";
import { maxRows } from "../limits.ts";
import type { Reading } from "./reading.ts";
import { readRepetition } from "./repetition.ts";

type Library = typeof ICAL;
type FindZone = ReturnType<typeof createZoneFinder>;

export const isCalendar = (beginning: string): boolean =>
  /^\ufeff?\s{0,100}BEGIN:VCALENDAR\s/i.test(beginning);

/** A component as text, with the line on which it begins. */
interface Block {
  line: number;
  name: string;
  lines: string[];
}

const maxLineLength = 100_000;
const maxZones = 20;

/** A to-do of the file (RFC 5545, 3.6.2). */
interface Todo {
  line: number;
  uid: string;
  parent: string | null;
  isDated: boolean;
  raw: Parameters<typeof fitTask>[0];
  problem: string | null;
}

export async function* readCalendar(path: string, reading: Reading): AsyncGenerator<Read> {
  const { default: library } = await import("ical.js");
  const zones = new Map<string, string>();
  const findZone = createZoneFinder(library, zones);
  const todos: Todo[] = [];
  let events = 0;
  for await (const block of listBlocks(path)) {
    if (block.name === "VEVENT") events += 1;
    if (block.name === "VTIMEZONE" && zones.size < maxZones) keepZone(zones, block);
    if (block.name !== "VTODO") continue;
    const read = readTodo(library, block, { ...reading, findZone });
    if ("why" in read) yield { type: "problem", ...read };
    else todos.push(read);
    // The file is refused by then.
    if (todos.length > maxRows) break;
  }
  if (events > 0) {
    const why = "Its events are no tasks. To see them in the week, show the calendar there.";
    yield { type: "problem", line: 1, title: `${events} of a calendar`, why, isTaken: false };
  }
  yield* listTasks(todos);
}

/** Puts subtasks without a date into the checklists of their tasks. */
async function* listTasks(todos: readonly Todo[]): AsyncGenerator<Read> {
  const byUid = new Map(todos.map((todo) => [todo.uid, todo]));
  const parentOf = ({ uid, parent }: Todo) =>
    parent && parent !== uid ? byUid.get(parent) : undefined;
  const isItem = (todo: Todo) => {
    const parent = parentOf(todo);
    return parent !== undefined && !todo.isDated && !todo.raw.description && !parentOf(parent);
  };
  const items = Map.groupBy(todos.filter(isItem), ({ parent }) => parent);
  const pause = newSlices();
  const seen = new Set<string>();
  for (const todo of todos) {
    await pause();
    const { line, uid, raw, problem } = todo;
    if (isItem(todo) || seen.has(uid)) continue;
    seen.add(uid);
    const parent = parentOf(todo);
    const checklist = (items.get(uid) ?? []).map((item) => ({
      name: item.raw.title,
      isTicked: item.raw.isDone ?? false,
    }));
    const description = [parent && `Part of: ${parent.raw.title}`, raw.description]
      .filter(Boolean)
      .join("\n\n");
    const { row, problems } = fitTask({ ...raw, description, checklist }, line);
    yield { type: "row", line, key: calendarKey(uid), row, ownId: uid };
    for (const each of problems) yield { type: "problem", ...each };
    if (problem) yield { type: "problem", line, title: row.title, why: problem, isTaken: true };
  }
}

/** Yields each to-do, event and zone of the file, with its lines unfolded (RFC 5545, 3.1). */
async function* listBlocks(path: string): AsyncGenerator<Block> {
  const open: string[] = [];
  let block: Block | null = null;
  for await (const { line, text } of listUnfolded(path)) {
    const [, edge, named = ""] = /^(BEGIN|END):([\w-]{1,40})\s*$/i.exec(text) ?? [];
    const name = named.toUpperCase();
    if (edge?.toUpperCase() === "BEGIN") {
      open.push(name);
      if (open.length === 2) block = { line, name, lines: [] };
    }
    if (block && shouldKeep(block, text, open.length)) block.lines.push(text);
    if (edge?.toUpperCase() !== "END") continue;
    if (open.length === 2 && block) {
      yield block;
      block = null;
    }
    open.pop();
  }
}

/** An alarm inside a to-do has words and dates of its own. */
function shouldKeep(block: Block, text: string, depth: number): boolean {
  if (text.length > maxLineLength || block.name === "VEVENT") return false;
  return block.name === "VTIMEZONE" || depth === 2;
}

async function* listUnfolded(path: string): AsyncGenerator<{ line: number; text: string }> {
  const lines = createInterface({ input: createReadStream(path), crlfDelay: Infinity });
  let number = 0;
  let current = { line: 1, text: "" };
  for await (const line of lines) {
    number += 1;
    if (/^[ \t]/.test(line)) {
      if (current.text.length <= maxLineLength) current.text += line.slice(1);
      continue;
    }
    yield current;
    current = { line: number, text: number === 1 ? line.replace(/^\ufeff/, "").trim() : line };
  }
  yield current;
}

function keepZone(zones: Map<string, string>, { lines }: Block): void {
  const name = lines.find((line) => /^TZID[;:]/i.test(line)) ?? "";
  zones.set(name.slice(name.indexOf(":") + 1), lines.join("\r\n"));
}

interface Settings extends Reading {
  findZone: FindZone;
}

function readTodo(library: Library, { line, lines }: Block, settings: Settings): Todo | Problem {
  try {
    const component = new library.Component(library.parse(lines.join("\r\n")) as unknown[]);
    return toTodo(library, { line, lines, component }, settings);
  } catch {
    const said = lines.find((each) => /^SUMMARY[;:]/i.test(each)) ?? "";
    const title = said.slice(said.indexOf(":") + 1, 80);
    return { line, title, why: "I can't read this to-do.", isTaken: false };
  }
}

function toTodo(
  library: Library,
  { line, lines, component }: Pick<Block, "line" | "lines"> & { component: ICAL.Component },
  settings: Settings,
): Todo | Problem {
  const textOf = (name: string) => {
    const value: unknown = component.getFirstPropertyValue(name);
    return value === null || value === undefined ? "" : String(value as string).trim();
  };
  const title = textOf("summary");
  const leftOut = (why: string) => ({ line, title, why, isTaken: false });
  if (title === "") return leftOut("It has no title.");
  if (component.hasProperty("recurrence-id"))
    return leftOut("It is one changed date of a repeating to-do.");
  const status = textOf("status").toUpperCase();
  if (status === "CANCELLED") return leftOut("It was cancelled.");
  const isDone = status === "COMPLETED" || component.hasProperty("completed");
  const due = readDue(library, component, settings);
  const category = categories.find((name) => name === textOf("categories"));
  const repeats = isDone ? readRepetition("", due) : readRule(lines, due);
  const parent = component
    .getAllProperties("related-to")
    .find((each) => (each.getFirstParameter("reltype") || "PARENT").toUpperCase() === "PARENT");
  return {
    line,
    uid: textOf("uid") || keyOf(title, lines),
    parent: parent ? String(parent.getFirstValue()) : null,
    isDated: due !== null,
    problem: repeats.problem,
    raw: {
      title,
      description: [textOf("description"), textOf("location"), textOf("url")]
        .filter(Boolean)
        .join("\n\n"),
      category: category ?? null,
      due,
      repeats: repeats.repeats,
      isDone,
      doneAt: isDone ? readInstant(library, component) : null,
    },
  };
}

function readRule(lines: readonly string[], due: ImportedTask["due"]) {
  const rules = lines.filter((line) => /^(?:RRULE|RDATE)[;:]/i.test(line));
  const read = readRepetition(rules.join("\n"), due);
  const isFromDone = lines.some((line) => /^X-MILA-COUNTS-FROM:DONE\s*$/i.test(line));
  if (read.repeats && isFromDone) read.repeats.from = "done";
  const skips = read.repeats && lines.some((line) => /^EXDATE[;:]/i.test(line));
  return skips
    ? { ...read, problem: "It repeats, but the dates that it left out are not kept." }
    : read;
}

/** Reads when it is due; a to-do may only have a start. */
function readDue(
  library: Library,
  component: ICAL.Component,
  { timeZone, findZone }: Settings,
): ImportedTask["due"] {
  const property = component.getFirstProperty("due") ?? component.getFirstProperty("dtstart");
  const time: unknown = property?.getFirstValue();
  if (!property || !(time instanceof library.Time)) return null;
  if (time.isDate)
    return {
      local: `${plain(time).toPlainDate().toString()}T${usualTime}`,
      timeZone,
      hasTime: false,
    };
  const said = property.getFirstParameter("tzid");
  const minutes = (at: ReturnType<typeof plain>) => at.toString({ smallestUnit: "minute" });
  if (said && isTimeZone(said))
    return { local: minutes(plain(time)), timeZone: said, hasTime: true };
  const isUtc = time.zone?.tzid === "UTC";
  const zone = said ? findZone(said) : undefined;
  const instant = isUtc ? time.toJSDate().toISOString() : zone?.instantOf(time);
  const local = instant ? wallClockAt(instant, timeZone) : plain(time);
  return { local: minutes(local), timeZone, hasTime: true };
}

function readInstant(library: Library, component: ICAL.Component): string | null {
  const value: unknown = component.getFirstPropertyValue("completed");
  const isInstant = value instanceof library.Time && value.zone?.tzid === "UTC";
  return isInstant ? value.toJSDate().toISOString() : null;
}
