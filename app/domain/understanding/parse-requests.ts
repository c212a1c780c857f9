import { assigneeNamesOf } from "./assignee/assignee-names.ts";
import { buildTask } from "./build-task.ts";
import { buildTasks } from "./build-tasks.ts";
import { findMessage } from "./message/message.ts";
import { type ParseContext, type Reading, readTokens } from "./resolve/reading.ts";
import type { InheritedDay } from "./split/inherited-days.ts";
import { splitRequests } from "./split/split-requests.ts";
import { withoutHesitations } from "./tokenize/hesitations.ts";
import { correctSpelling } from "./tokenize/spelling.ts";
import { withSpokenMarks } from "./tokenize/spoken-marks.ts";
import { tokenize } from "./tokenize/tokenize.ts";
import type { ParsedRequest, UserRequest } from "./types.ts";

/** Returns one to ten tasks; the last one gets the rest of the text. Never throws. */
export function parseRequests(request: UserRequest): ParsedRequest[] {
  const context = contextOf(request);
  const whole = readWholeText(context);
  const message = findMessage(request.text, whole);
  if (!message) return tasksOf(context, whole);
  const { request: tokens, around, description, isSure, day, maybeOn } = message;
  const reading = readTokens(context, tokens, { start: tokens[0]!.start, end: tokens.at(-1)!.end });
  return tasksOf(
    { ...context, message: { tokens: around, description, isSure }, maybeOn },
    reading,
    day,
  );
}

function tasksOf(context: ParseContext, reading: Reading, day?: InheritedDay): ParsedRequest[] {
  const parts = splitRequests(context.text, reading);
  return parts ? buildTasks(context, reading, parts, day) : [buildTask(context, reading, day)];
}

function contextOf(request: UserRequest): ParseContext {
  const names = new Set(request.familyMembers.map(({ name }) => name.toLowerCase()));
  return { ...request, names, assigneeNames: assigneeNamesOf(request.familyMembers) };
}

function readWholeText(context: ParseContext): Reading {
  const { text, names } = context;
  return readTokens(
    context,
    withoutHesitations(correctSpelling(withSpokenMarks(tokenize(text)), names)),
    {
      start: 0,
      end: text.length,
    },
  );
}
