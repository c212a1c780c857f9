import { createReadStream } from "node:fs";
import { parse } from "csv-parse";
import { collapseWhitespace } from "#app/domain/core/zod.ts";
import { isTimeZone } from "#app/domain/core/time.ts";
import { fitTask, keyOf, type Read, type Problem, UnreadableFile } from "../row.ts";
import { readDateWords } from "./date-words.ts";
import type { Reading } from "./reading.ts";

/** https://www.todoist.com/help/articles/format-a-csv-file-to-import-into-todoist */
const columns = [
  "TYPE",
  "CONTENT",
  "DESCRIPTION",
  "PRIORITY",
  "INDENT",
  "AUTHOR",
  "RESPONSIBLE",
  "DATE",
  "DATE_LANG",
  "TIMEZONE",
] as const;

type Cells = Record<(typeof columns)[number], string>;

interface Line {
  line: number;
  cells: Cells;
}

/** A task with what belongs to it: comments and subtasks follow it in the file. */
interface Group {
  line: number;
  cells: Cells;
  indent: number;
  notes: string[];
  checklist: { name: string; isTicked: boolean }[];
  parent: string | null;
}

const maxRecordBytes = 1_000_000;

export function isTodoist(beginning: string): boolean {
  const [header = ""] = beginning.replace(/^\ufeff/, "").split(/\r?\n/, 1);
  const names = namesIn(header.split(","));
  return names.includes("TYPE") && names.includes("CONTENT");
}

const namesIn = (cells: readonly string[]) =>
  cells.map((cell) => cell.replaceAll('"', "").trim().toUpperCase());

export async function* readTodoist(path: string, reading: Reading): AsyncGenerator<Read> {
  const counts = new Map<string, number>();
  /** Tells apart rows that say the same: the second one of a file is the second one of the next. */
  const numbered = (key: string) => {
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return keyOf("todoist", key, count);
  };
  for await (const found of listGroups(path)) {
    if ("why" in found) yield { type: "problem", ...found };
    else yield* readGroup(found, reading, numbered);
  }
}

function* readGroup(
  { line, cells, notes, checklist, parent }: Group,
  reading: Reading,
  numbered: (key: string) => string,
): Generator<Read> {
  const title = titleOf(cells);
  const said = cells.TIMEZONE.trim();
  const timeZone = isTimeZone(said) ? said : reading.timeZone;
  const date = readDateWords(cells.DATE, { ...reading, timeZone, language: cells.DATE_LANG });
  const { row, problems } = fitTask(
    {
      title,
      description: [
        parent && `Part of: ${parent}`,
        cells.DESCRIPTION,
        date.unread && `Date: ${cells.DATE}`,
        ...notes,
      ]
        .filter(Boolean)
        .join("\n\n"),
      due: date.due,
      repeats: date.repeats,
      person: cells.RESPONSIBLE.replace(/\s*\(\d+\)\s*$/, ""),
      checklist,
    },
    line,
  );
  if (row.title === "") {
    yield { type: "problem", line, title: "", why: "It has no title.", isTaken: false };
    return;
  }
  const key = numbered(keyOf(title, cells.DESCRIPTION, cells.DATE, parent));
  yield { type: "row", line, key, row };
  for (const problem of problems) yield { type: "problem", ...problem };
  if (date.unread)
    yield { type: "problem", line, title: row.title, why: date.unread, isTaken: true };
}

/** "* Groceries" is a task that Todoist never ticks. */
const titleOf = ({ CONTENT }: Cells) =>
  collapseWhitespace(CONTENT)
    .replace(/^\s*\* /, "")
    .trim();

/** Puts what follows a task to it: a subtask without a date is an item of its checklist. */
async function* listGroups(path: string): AsyncGenerator<Group | Problem> {
  let group: Group | null = null;
  /** The last task of its own: comments belong to the last row, whichever that is. */
  for await (const found of listLines(path)) {
    if ("why" in found) {
      yield found;
      continue;
    }
    const { line, cells } = found;
    const type = cells.TYPE.trim().toLowerCase();
    if (type === "note") {
      group?.notes.push(cells.CONTENT.trim());
      continue;
    }
    if (type !== "task") {
      const isKnown = type === "" || type === "section" || type === "meta";
      if (!isKnown)
        yield {
          line,
          title: cells.CONTENT,
          why: `I don't know the type “${type}”.`,
          isTaken: false,
        };
      continue;
    }
    const indent = Number(cells.INDENT) || 1;
    const isPart: boolean = indent > 1 && group !== null && indent > group.indent;
    if (isPart && !cells.DATE.trim() && !cells.DESCRIPTION.trim()) {
      group!.checklist.push({ name: titleOf(cells), isTicked: false });
      continue;
    }
    if (isPart) {
      // With a date of its own it is a task of its own, and what follows still belongs to the first.
      const parent: string = titleOf(group!.cells);
      yield { line, cells, indent, notes: [], checklist: [], parent };
      continue;
    }
    if (group) yield group;
    group = { line, cells, indent, notes: [], checklist: [], parent: null };
  }
  if (group) yield group;
}

async function* listLines(path: string): AsyncGenerator<Line | Problem> {
  const skipped: Problem[] = [];
  const records = createReadStream(path).pipe(
    parse({
      bom: true,
      info: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      skip_records_with_error: true,
      max_record_size: maxRecordBytes,
      on_skip: (error) => {
        const line = error && "lines" in error ? Number(error.lines) : 0;
        skipped.push({
          line,
          title: "",
          why: "I can't read this line: a quote is open.",
          isTaken: false,
        });
        return undefined;
      },
    }),
  );
  let names: string[] | null = null;
  for await (const { record, info } of records as AsyncIterable<{
    record: string[];
    info: { lines: number };
  }>) {
    yield* skipped.splice(0);
    if (!names) {
      names = namesIn(record);
      continue;
    }
    yield { line: info.lines, cells: cellsOf(names, record) };
  }
  yield* skipped;
  if (!names) throw new UnreadableFile("This file is empty.");
}

function cellsOf(names: readonly string[], record: readonly string[]): Cells {
  const entries = columns.map((name) => [name, record[names.indexOf(name)] ?? ""]);
  return Object.fromEntries(entries) as Cells;
}
