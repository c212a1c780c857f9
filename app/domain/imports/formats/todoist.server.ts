import { collapseWhitespace } from "#app/domain/core/zod.ts";
import { isTimeZone } from "#app/domain/core/time.ts";
import { keyOf, numberedKey, type Problem, type Read, readRow } from "../row.ts";
import { type CsvLine, isHeaderLine, listCsv } from "./csv.server.ts";
import { createDateReader } from "./date-words.ts";
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

type Line = CsvLine<(typeof columns)[number]>;
type Cells = Line["cells"];

/** A task with what belongs to it: comments and subtasks follow it in the file. */
interface Group {
  line: number;
  cells: Cells;
  indent: number;
  notes: string[];
  checklist: { name: string; isTicked: boolean }[];
  parent: string | null;
}

export const isTodoist = (beginning: string): boolean =>
  isHeaderLine(beginning.split(/\r?\n/, 1)[0] ?? "", isHeader);

const isHeader = (names: readonly string[]) => names.includes("TYPE") && names.includes("CONTENT");

export async function* readTodoist(path: string, reading: Reading): AsyncGenerator<Read> {
  const readDate = createDateReader(reading.now);
  for await (const found of listGroups(path)) {
    if ("why" in found) yield { type: "problem", ...found };
    else yield* readGroup(found, { ...reading, readDate });
  }
}

interface FileState extends Reading {
  readDate: ReturnType<typeof createDateReader>;
}

function* readGroup(
  { line, cells, notes, checklist, parent }: Group,
  { timeZone: usualZone, readDate, counts }: FileState,
): Generator<Read> {
  const title = titleOf(cells);
  const zone = cells.TIMEZONE.trim();
  const timeZone = isTimeZone(zone) ? zone : usualZone;
  const date = readDate(cells.DATE, timeZone, cells.DATE_LANG);
  const said = keyOf(title, cells.DESCRIPTION, cells.DATE, parent);
  yield* readRow(
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
    {
      line,
      key: numberedKey(counts, "todoist", said),
      problems: date.unread ? [date.unread] : [],
    },
  );
}

/** "* Groceries" is a task that Todoist never ticks. */
const titleOf = ({ CONTENT }: Cells) =>
  collapseWhitespace(CONTENT)
    .replace(/^\s*\* /, "")
    .trim();

/** Puts what follows a task to it: comments, and subtasks that are items of its checklist. */
async function* listGroups(path: string): AsyncGenerator<Group | Problem> {
  let group: Group | null = null;
  for await (const found of listCsv(path, columns, isHeader)) {
    if ("why" in found) {
      yield found;
      continue;
    }
    const { line, cells } = found;
    const place = placeOf(cells, group);
    if (place === "unknown") yield unknownType(found);
    if (place === "note") group?.notes.push(cells.CONTENT.trim());
    if (place === "item") group?.checklist.push({ name: titleOf(cells), isTicked: false });
    // The next rows still belong to its parent task.
    if (place === "part") yield toGroup(found, titleOf(group!.cells));
    if (place !== "task") continue;
    if (group) yield group;
    group = toGroup({ line, cells }, null);
  }
  if (group) yield group;
}

const toGroup = ({ line, cells }: Line, parent: string | null): Group => ({
  line,
  cells,
  indent: indentOf(cells),
  notes: [],
  checklist: [],
  parent,
});

const indentOf = ({ INDENT }: Cells) => Number(INDENT) || 1;

/** A subtask with a date or notes is a task of its own, because an item of a checklist has none. */
function placeOf(
  cells: Cells,
  group: Group | null,
): "unknown" | "ignored" | "note" | "item" | "part" | "task" {
  const type = cells.TYPE.trim().toLowerCase();
  if (type === "note") return "note";
  if (type === "" || type === "section" || type === "meta") return "ignored";
  if (type !== "task") return "unknown";
  if (!group || indentOf(cells) <= group.indent) return "task";
  return cells.DATE.trim() || cells.DESCRIPTION.trim() ? "part" : "item";
}

const unknownType = ({ line, cells }: Line): Problem => ({
  line,
  title: cells.CONTENT,
  why: `I don't know the type “${cells.TYPE}”.`,
  isTaken: false,
});
