import { newSlices } from "#app/domain/core/in-slices.ts";
import { instantOf, nowIso, secondsBetween, Temporal } from "#app/domain/core/time.ts";
import { stripControlCharacters } from "#app/domain/core/zod.ts";
import { writeTimeZone } from "#app/domain/calendar/files/time-zone.ts";
import type { DownloadedTask } from "./list-tasks.server.ts";

/** Writes to-dos (RFC 5545, 3.6.2) in pieces, each time zone before the first task in it. */
export async function* writeTodos(
  batches: AsyncIterable<readonly DownloadedTask[]>,
): AsyncGenerator<string> {
  const stamp = utc(nowIso());
  const zones = new Set<string>();
  const pause = newSlices();
  yield linesOf(["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Mila//Mila//EN"]);
  for await (const tasks of batches)
    for (const each of tasks) {
      await pause();
      const { due_time_zone: zone, due_local: local, due_has_time } = each.task;
      if (zone && local && due_has_time && zone !== "UTC" && !zones.has(zone)) {
        zones.add(zone);
        yield `${writeTimeZone(zone, Number(local.slice(0, 4)))}\r\n`;
      }
      yield linesOf(writeTask(each, stamp));
    }
  yield linesOf(["END:VCALENDAR"]);
}

function writeTask({ task, series, checklist, remindersAt }: DownloadedTask, stamp: string) {
  const { id, title, description, category, created_at, changed_at } = task;
  const changed = utc(changed_at ?? created_at);
  const due = dueOf(task);
  const head = [`UID:${id}`, `DTSTAMP:${stamp}`, `CREATED:${utc(created_at)}`];
  return [
    "BEGIN:VTODO",
    ...head,
    `LAST-MODIFIED:${changed}`,
    `SUMMARY:${textOf(title)}`,
    ...(description ? [`DESCRIPTION:${textOf(description)}`] : []),
    `CATEGORIES:${textOf(category)}`,
    // A rule counts from the start (3.8.5.3).
    ...(due && series ? [`DTSTART${due}`] : []),
    ...(due ? [`DUE${due}`] : []),
    ...(due && series ? [`RRULE:${series.rule}`] : []),
    ...(series?.counts_from === "done" ? ["X-MILA-COUNTS-FROM:DONE"] : []),
    ...statusOf(task.is_completed === 1, task.done_at),
    ...remindersAt.flatMap((at) => alarmOf(secondsBetween(at, anchorOf(task)), title)),
    "END:VTODO",
    ...checklist.flatMap((item) => [
      "BEGIN:VTODO",
      `UID:${item.id}`,
      `DTSTAMP:${stamp}`,
      `SUMMARY:${textOf(item.name)}`,
      `RELATED-TO:${id}`,
      ...statusOf(item.isTicked, null),
      "END:VTODO",
    ]),
  ];
}

function statusOf(isDone: boolean, doneAt: string | null): string[] {
  if (!isDone) return ["STATUS:NEEDS-ACTION"];
  const completed = doneAt ? [`COMPLETED:${utc(doneAt)}`] : [];
  return ["STATUS:COMPLETED", "PERCENT-COMPLETE:100", ...completed];
}

function dueOf({
  due_local: local,
  due_time_zone: zone,
  due_has_time,
}: DownloadedTask["task"]): string | null {
  if (!local || !zone) return null;
  const [date = "", time = ""] = local.replaceAll(/[-:]/g, "").split("T");
  if (!due_has_time) return `;VALUE=DATE:${date}`;
  return zone === "UTC" ? `:${date}T${time}00Z` : `;TZID=${zone}:${date}T${time}00`;
}

/** An alarm of what is due on a day counts from its midnight. */
function anchorOf({ due_date, due_local, due_time_zone, due_has_time }: DownloadedTask["task"]) {
  if (due_has_time || !due_local || !due_time_zone) return due_date ?? "";
  const midnight = Temporal.PlainDate.from(due_local.slice(0, 10)).toPlainDateTime();
  return instantOf(midnight, due_time_zone);
}

function alarmOf(secondsBefore: number, title: string): string[] {
  return [
    "BEGIN:VALARM",
    "ACTION:DISPLAY",
    `DESCRIPTION:${textOf(title)}`,
    `TRIGGER;RELATED=END:${secondsBefore > 0 ? "-" : ""}${durationOf(Math.abs(secondsBefore))}`,
    "END:VALARM",
  ];
}

/** Whole days are days of the calendar. */
function durationOf(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  const days = minutes / (24 * 60);
  return Number.isInteger(days) && days > 0 ? `P${days}D` : `PT${minutes}M`;
}

const utc = (instant: string) => `${instant.slice(0, 19).replaceAll(/[-:]/g, "")}Z`;

/** 3.3.11 */
const textOf = (words: string) =>
  stripControlCharacters(words.toWellFormed().replaceAll(/\r\n?/g, "\n"))
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll("\n", String.raw`\n`);

const linesOf = (lines: readonly string[]) => lines.map(fold).join("");

const maxBytes = 75;

/** A line has 75 bytes at most, and goes on in the next one after a space (3.1). */
function fold(line: string): string {
  let folded = "";
  let bytes = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (bytes + size > maxBytes) {
      folded += "\r\n ";
      bytes = 1;
    }
    folded += character;
    bytes += size;
  }
  return `${folded}\r\n`;
}
