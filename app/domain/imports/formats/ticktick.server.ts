import { isTimeZone, wallClockAt } from "#app/domain/core/time.ts";
import { usualTime } from "#app/domain/tasks/due/due.server.ts";
import { type ImportedTask, keyOf, numberedKey, type Read, readRow } from "../row.ts";
import { type CsvLine, isHeaderLine, listCsv } from "./csv.server.ts";
import type { Reading } from "./reading.ts";
import { readRepetition } from "./repetition.ts";

/** The columns of TickTick's backup that Mila takes. */
const columns = [
  "TITLE",
  "CONTENT",
  "IS CHECK LIST",
  "START DATE",
  "DUE DATE",
  "REPEAT",
  "STATUS",
  "CREATED TIME",
  "COMPLETED TIME",
  "TIMEZONE",
  "IS ALL DAY",
] as const;

type Cells = CsvLine<(typeof columns)[number]>["cells"];

const isHeader = (names: readonly string[]) =>
  names.includes("LIST NAME") && names.includes("TITLE") && names.includes("DUE DATE");

/** A backup begins with its date and its version. */
export const isTickTick = (beginning: string): boolean =>
  beginning.split(/\r?\n/).some((line) => isHeaderLine(line, isHeader));

export async function* readTickTick(path: string, reading: Reading): AsyncGenerator<Read> {
  for await (const found of listCsv(path, columns, isHeader)) {
    if ("why" in found) {
      yield { type: "problem", ...found };
      continue;
    }
    const { line, cells } = found;
    const { due, repeats, problem } = readDates(cells, reading);
    // The ids of the file are numbers that the next one gives to other tasks.
    const said = keyOf("ticktick", cells.TITLE, cells.CONTENT, cells["CREATED TIME"]);
    yield* readRow(
      { ...toTask(cells), due, repeats },
      { line, key: numberedKey(reading.counts, said), problems: problem ? [problem] : [] },
    );
  }
}

function toTask(cells: Cells) {
  const isChecklist = cells["IS CHECK LIST"].trim().toUpperCase() === "Y";
  const isDone = cells.STATUS.trim() === "1" || cells.STATUS.trim() === "2";
  return {
    title: cells.TITLE,
    description: isChecklist ? null : cells.CONTENT,
    checklist: isChecklist ? itemsIn(cells.CONTENT) : [],
    isDone,
    doneAt: isDone ? readInstant(cells["COMPLETED TIME"]) : null,
  };
}

const [open, ticked] = ["\u25ab", "\u25aa"];

/** Reads the lines of a checklist, which begin with a small square: a black one is ticked. */
function itemsIn(content: string): { name: string; isTicked: boolean }[] {
  return content
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line.startsWith(open) || line.startsWith(ticked))
    .map((line) => ({ name: line.slice(1).trim(), isTicked: line.startsWith(ticked) }));
}

/** Reads "2021-03-17T08:00:00+0000". Returns null for anything else. */
function readInstant(text: string): string | null {
  const [, time, hours, minutes] =
    /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)([+-]\d\d):?(\d\d)$/.exec(text.trim()) ?? [];
  const instant = new Date(`${time}${hours}:${minutes}`);
  return Number.isNaN(instant.getTime()) ? null : instant.toISOString();
}

interface Dates {
  due: ImportedTask["due"];
  repeats: ImportedTask["repeats"];
  problem: string | null;
}

function readDates(cells: Cells, reading: Reading): Dates {
  const written = cells["DUE DATE"].trim() || cells["START DATE"].trim();
  const rule = cells.REPEAT.trim().toUpperCase();
  const none = { due: null, repeats: null };
  if (written === "") return { due: null, ...readRepetition(rule, null) };
  const instant = readInstant(written);
  if (!instant)
    return { ...none, problem: `I can't read its date \u201c${written.slice(0, 40)}\u201d.` };
  const said = cells.TIMEZONE.trim();
  const timeZone = isTimeZone(said) ? said : reading.timeZone;
  const at = wallClockAt(instant, timeZone);
  const isAllDay = cells["IS ALL DAY"].trim().toLowerCase() === "true";
  const on = at.toPlainDate().toString();
  const time = isAllDay ? usualTime : at.toPlainTime().toString({ smallestUnit: "minute" });
  const due = { local: `${on}T${time}`, timeZone, hasTime: !isAllDay };
  if (rule === "") return { due, repeats: null, problem: null };
  return { due, ...readRepetition(rule.startsWith("RRULE:") ? rule : `RRULE:${rule}`, due) };
}
