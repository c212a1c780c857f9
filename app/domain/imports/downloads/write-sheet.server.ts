import { nowIso } from "#app/domain/core/time.ts";
import type { DownloadedTask } from "./list-tasks.server.ts";
import { sheetColumns, writeSheetCell, writeSheetItems } from "./sheet.ts";

/** Writes CSV (RFC 4180) in pieces. With the mark at its beginning, Excel reads UTF-8. */
export async function* writeSheet(
  batches: AsyncIterable<readonly DownloadedTask[]>,
): AsyncGenerator<string> {
  const now = nowIso();
  yield `\ufeff${lineOf(sheetColumns)}`;
  for await (const tasks of batches)
    if (tasks.length > 0) yield tasks.map((each) => writeTask(each, now)).join("");
}

function writeTask({ task, series, checklist }: DownloadedTask, now: string): string {
  const isDone = task.is_completed === 1;
  const cells: Record<(typeof sheetColumns)[number], string | null> = {
    ...dueCells(task),
    Title: task.title,
    Notes: task.description,
    Category: task.category,
    Repeats: series && series.rule,
    "Counted from": series && series.counts_from,
    Who: task.assignee,
    About: task.about,
    Done: isDone ? "yes" : "no",
    "Done at": isDone ? task.done_at : null,
    Checklist: writeSheetItems(checklist),
    ID: task.id,
    "Downloaded at": now,
  };
  return lineOf(sheetColumns.map((name) => cells[name] ?? ""));
}

function dueCells({ due_local, due_time_zone, due_has_time }: DownloadedTask["task"]) {
  const [date = null, time = null] = due_local?.split("T") ?? [];
  return {
    "Due date": date,
    "Due time": due_has_time ? time : null,
    "Time zone": due_time_zone,
  };
}

const lineOf = (cells: readonly string[]) =>
  `${cells.map((cell) => quote(writeSheetCell(cell))).join(",")}\r\n`;

const quote = (cell: string) =>
  /[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
