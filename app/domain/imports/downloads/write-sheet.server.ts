import type { DownloadedTask } from "./list-tasks.server.ts";
import { sheetColumns, writeSheetCell, writeSheetItems } from "./sheet.ts";

/** Writes CSV (RFC 4180) in pieces. With the mark at its beginning, Excel reads UTF-8. */
export async function* writeSheet(
  batches: AsyncIterable<readonly DownloadedTask[]>,
): AsyncGenerator<string> {
  yield `\ufeff${lineOf(sheetColumns)}`;
  for await (const tasks of batches) if (tasks.length > 0) yield tasks.map(writeTask).join("");
}

function writeTask({ task, series, checklist }: DownloadedTask): string {
  const [date = "", time = ""] = task.due_local?.split("T") ?? [];
  const cells: Record<(typeof sheetColumns)[number], string> = {
    Title: task.title,
    Notes: task.description ?? "",
    Category: task.category,
    "Due date": date,
    "Due time": task.due_has_time ? time : "",
    "Time zone": date ? (task.due_time_zone ?? "") : "",
    Repeats: series?.rule ?? "",
    "Counted from": series?.counts_from ?? "",
    Who: task.assignee ?? "",
    About: task.about ?? "",
    Done: task.is_completed ? "yes" : "no",
    "Done at": task.is_completed ? (task.done_at ?? "") : "",
    Checklist: writeSheetItems(checklist),
    ID: task.id,
  };
  return lineOf(sheetColumns.map((name) => cells[name]));
}

const lineOf = (cells: readonly string[]) =>
  `${cells.map((cell) => quote(writeSheetCell(cell))).join(",")}\r\n`;

const quote = (cell: string) =>
  /[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
