import { buildTask } from "./build-task.ts";
import { wordSet } from "./lexicon/word-set.ts";
import { type ParseContext, type Reading, readTokens } from "./resolve/reading.ts";
import { inheritedDays } from "./split/inherited-days.ts";
import type { RequestPart, RequestParts } from "./split/split-requests.ts";
import { toOneLine } from "./title/writing.ts";
import type { ParsedRequest } from "./types.ts";

/** Every task that a shared day, assignee or heading covers gets it. */
export function buildTasks(context: ParseContext, whole: Reading, { parts, heading }: RequestParts): ParsedRequest[] {
  const readings = parts.map((part) => readPart(context, whole, part));
  const headingReading = heading && readPart(context, whole, heading);
  const note = headingReading && noteOf(context.text, headingReading);
  const days = inheritedDays(readings, parts, headingReading);
  let assignee: string | undefined;
  return readings.map((reading, index) => {
    const part = parts[index]!;
    if (!inheritsAssignee(part)) assignee = undefined;
    const task = buildTask(context, reading, days[index], assignee);
    if (part.isDelegated) assignee = task.assignee ?? undefined;
    return withNote(task, note);
  });
}

function readPart(context: ParseContext, { tokens }: Reading, { from, to }: { from: number; to: number }): Reading {
  const own = tokens.slice(from, to);
  return readTokens(context, own, { start: own[0]!.start, end: own.at(-1)!.end });
}

/** "Ask Dan to pick up Ben and order groceries", but not "and I need to order groceries". */
function inheritsAssignee({ separator, isNewRequest }: RequestPart): boolean {
  return !isNewRequest && (separator === "and" || separator === "then");
}

/** The text of a heading that says more than a day: "For the party:". */
function noteOf(text: string, { tokens, span, choice }: Reading): string | null {
  const isTime = (at: number) => choice?.removed.some(({ from, to }) => from <= at && at < to) ?? false;
  const saysMore = tokens.some(({ type, word }, at) => type === "word" && !isTime(at) && !listHeadingWords.has(word));
  return saysMore ? toOneLine(text.slice(span.start, span.end).replace(/[\s:]+$/, "")) : null;
}

const listHeadingWords =
  wordSet(`to do todo todos list tasks task reminders remind me things need please the my our for i
  we have on here is are 's`);

function withNote(task: ParsedRequest, note: string | null): ParsedRequest {
  return note === null ? task : { ...task, description: [note, task.description].filter(Boolean).join("\n") };
}
