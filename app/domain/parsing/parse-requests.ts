import { assigneeNamesOf } from "./assignee/assignee-names.ts";
import { buildTask } from "./build-task.ts";
import { buildTasks } from "./build-tasks.ts";
import { type ParseContext, type Reading, readTokens } from "./resolve/reading.ts";
import { splitRequests } from "./split/split-requests.ts";
import { correctSpelling } from "./tokenize/spelling.ts";
import { tokenize } from "./tokenize/tokenize.ts";
import type { ParsedRequest, UserRequest } from "./types.ts";

/** Returns one to ten tasks; the last one gets the rest of the text. Never throws. */
export function parseRequests(request: UserRequest): ParsedRequest[] {
  const context = contextOf(request);
  const whole = readWholeText(context);
  const parts = splitRequests(request.text, whole);
  return parts ? buildTasks(context, whole, parts) : [buildTask(context, whole)];
}

function contextOf(request: UserRequest): ParseContext {
  const names = new Set(request.familyMembers.map(({ name }) => name.toLowerCase()));
  return { ...request, names, assigneeNames: assigneeNamesOf(request.familyMembers) };
}

function readWholeText(context: ParseContext): Reading {
  const { text, names } = context;
  return readTokens(context, correctSpelling(tokenize(text), names), { start: 0, end: text.length });
}
