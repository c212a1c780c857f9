import { categories } from "#app/domain/core/limits.ts";
import { isTimeZone } from "#app/domain/core/time.ts";
import { usualTime } from "#app/domain/tasks/due/due.server.ts";
import { readSheetCell, readSheetItems, sheetColumns } from "../downloads/sheet.ts";
import { type ImportedTask, instantIn, keyOf, numberedKey, type Read, readRow } from "../row.ts";
import { type CsvLine, isHeaderLine, listCsv } from "./csv.server.ts";
import { toLocal } from "./date-words.ts";
import type { Reading } from "./reading.ts";
import { readRepetition } from "./repetition.ts";

const columns = sheetColumns.map((name) => name.toUpperCase() as Uppercase<typeof name>);
type Cells = CsvLine<(typeof columns)[number]>["cells"];

const isHeader = (names: readonly string[]) =>
  ["TITLE", "NOTES", "CATEGORY", "DUE DATE"].every((name) => names.includes(name));

/** The file that Mila writes for spreadsheets. */
export const isSpreadsheet = (beginning: string): boolean =>
  isHeaderLine(beginning.split(/\r?\n/, 1)[0] ?? "", isHeader);

export async function* readSpreadsheet(path: string, reading: Reading): AsyncGenerator<Read> {
  for await (const found of listCsv(path, columns, isHeader)) {
    if ("why" in found) yield { type: "problem", ...found };
    else yield* readLine(found, reading);
  }
}

function* readLine(
  { line, cells: written }: CsvLine<(typeof columns)[number]>,
  reading: Reading,
): Generator<Read> {
  const cells = Object.fromEntries(
    columns.map((name) => [name, readSheetCell(written[name])]),
  ) as Cells;
  const { due, problem } = readDue(cells, reading);
  const rule = cells.REPEATS.trim();
  const from = cells["COUNTED FROM"].trim().toLowerCase() === "done" ? "done" : "due";
  const repeats = readRepetition(rule && `RRULE:${rule}`, due, from);
  const isDone = cells.DONE.trim().toLowerCase() === "yes";
  const id = cells.ID.trim();
  yield* readRow(
    {
      title: cells.TITLE,
      description: cells.NOTES,
      category: categories.find((name) => name === cells.CATEGORY.trim()) ?? null,
      due,
      repeats: isDone ? null : repeats.repeats,
      person: cells.WHO,
      about: cells.ABOUT,
      isDone,
      doneAt: isDone ? instantIn(cells["DONE AT"]) : null,
      checklist: readSheetItems(cells.CHECKLIST),
    },
    {
      line,
      // The same task as in the JSON file.
      key: id
        ? keyOf("mila", id)
        : numberedKey(reading.counts, "sheet", cells.TITLE, cells.NOTES, cells["DUE DATE"]),
      ownId: id || undefined,
      writtenAt: instantIn(cells["DOWNLOADED AT"].trim() || undefined) ?? "",
      problems: [problem, isDone ? null : repeats.problem].filter((why) => why !== null),
    },
  );
}

function readDue(
  cells: Cells,
  reading: Reading,
): { due: ImportedTask["due"]; problem: string | null } {
  const [date, time, zone] = [
    cells["DUE DATE"].trim(),
    cells["DUE TIME"].trim(),
    cells["TIME ZONE"].trim(),
  ];
  if (date === "") return { due: null, problem: null };
  const read = toLocal(date, time || undefined);
  const words = `${date} ${time}`.trim().slice(0, 40);
  if (!read) return { due: null, problem: `I can't read its date \u201c${words}\u201d.` };
  const timeZone = isTimeZone(zone) ? zone : reading.timeZone;
  const usual = { ...read, local: `${date}T${usualTime}` };
  return { due: { ...(read.hasTime ? read : usual), timeZone }, problem: null };
}
