import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import type { Problem } from "../row.ts";

/** A row by the names of its columns, in capitals. */
export interface CsvLine<Column extends string> {
  line: number;
  cells: Record<Column, string>;
}

const maxRecordBytes = 1_000_000;

/** Some countries' Excel writes semicolons. */
const delimiters = [",", ";"] as const;

/** True if a line is the header, by its columns. No known program has commas in their names. */
export const isHeaderLine = (line: string, isHeader: IsHeader): boolean =>
  delimiterOf([line], isHeader) !== undefined;

type IsHeader = (names: readonly string[]) => boolean;

const delimiterOf = (lines: readonly string[], isHeader: IsHeader) =>
  delimiters.find((each) => lines.some((line) => isHeader(line.split(each).map(toName))));

const toName = (cell: string) =>
  cell
    .replaceAll(/["\ufeff]/g, "")
    .trim()
    .toUpperCase();

/**
 * Yields the rows after the header, which some programs write below other lines. Empty cells stand
 * for columns that the file doesn't have.
 */
export async function* listCsv<Column extends string>(
  path: string,
  columns: readonly Column[],
  isHeader: IsHeader,
): AsyncGenerator<CsvLine<Column> | Problem> {
  const { parse } = await import("csv-parse");
  const skipped: Problem[] = [];
  const delimiter = delimiterOf(await readFirstLines(path), isHeader) ?? ",";
  const records = createReadStream(path).pipe(
    parse({
      bom: true,
      delimiter,
      info: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      skip_records_with_error: true,
      max_record_size: maxRecordBytes,
      on_skip: (error) => {
        const line = error && "lines" in error ? Number(error.lines) : 0;
        const why = "I can't read this line: a quote is open.";
        skipped.push({ line, title: "", why, isTaken: false });
        return undefined;
      },
    }),
  ) as AsyncIterable<{ record: string[]; info: { lines: number } }>;
  let names: string[] | null = null;
  for await (const { record, info } of records) {
    yield* skipped.splice(0);
    if (names) yield { line: info.lines, cells: cellsOf(columns, names, record) };
    const said: string[] = names ?? record.map(toName);
    if (isHeader(said)) names = said;
  }
  yield* skipped;
}

const mostLines = 20;

async function readFirstLines(path: string): Promise<string[]> {
  const found: string[] = [];
  // The start is enough, also of a file without line breaks.
  const input = createReadStream(path, { encoding: "utf8", end: 20_000 });
  for await (const line of createInterface({ input, crlfDelay: Infinity })) {
    found.push(line);
    if (found.length === mostLines) break;
  }
  return found;
}

function cellsOf<Column extends string>(
  columns: readonly Column[],
  names: readonly string[],
  record: readonly string[],
): Record<Column, string> {
  const entries = columns.map((name) => [name, record[names.indexOf(name)] ?? ""]);
  return Object.fromEntries(entries) as Record<Column, string>;
}
