import { taskOf } from "./build-task.ts";
import { type Reading, readingOf, type Setting } from "./resolve/reading.ts";
import { daysTaken } from "./split/inherited-days.ts";
import type { RequestPart, RequestParts } from "./split/parts.ts";
import { wholeText } from "./title/writing.ts";
import type { ParsedRequest } from "./types.ts";

/** The tasks that the parts of a text ask for, with what was said once for more than one of them. */
export function tasksOf(setting: Setting, whole: Reading, { parts, heading }: RequestParts): ParsedRequest[] {
  const readings = parts.map((part) => readingOfPart(setting, whole, part));
  const above = heading && readingOfPart(setting, whole, heading);
  const note = above && noteOf(setting.text, above);
  const taken = daysTaken(readings, parts, above);
  let asked: string | undefined;
  return readings.map((reading, index) => {
    const part = parts[index]!;
    if (!goesOnAsking(part)) asked = undefined;
    const task = taskOf(setting, reading, taken[index], asked);
    if (part.isAsked) asked = task.assignee ?? undefined;
    return withNote(task, note);
  });
}

function readingOfPart(setting: Setting, { tokens }: Reading, { from, to }: { from: number; to: number }): Reading {
  const own = tokens.slice(from, to);
  return readingOf(setting, own, { start: own[0]!.start, end: own.at(-1)!.end });
}

/** "Ask Dan to pick up Ben and order groceries", but not "and I need to order groceries". */
function goesOnAsking({ joint, isAnew }: RequestPart): boolean {
  return !isAnew && (joint === "and" || joint === "then");
}

/** What a heading says besides a day: "For the party:". */
function noteOf(text: string, { tokens, said, choice }: Reading): string | null {
  const isTime = (at: number) => choice?.used.some(({ from, to }) => from <= at && at < to) ?? false;
  const tells = tokens.some(({ kind, word }, at) => kind === "word" && !isTime(at) && !LIST_NAMES.has(word));
  return tells ? wholeText(text.slice(said.start, said.end).replace(/[\s:]+$/, "")) : null;
}

const LIST_NAMES = new Set(
  "to do todo todos list tasks task reminders remind me things need please the my our for i we have on here is are 's".split(
    " ",
  ),
);

function withNote(task: ParsedRequest, note: string | null): ParsedRequest {
  return note === null ? task : { ...task, description: [note, task.description].filter(Boolean).join("\n") };
}
