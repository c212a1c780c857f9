import { doersOf } from "./assignee/assignee-names.ts";
import { taskOf } from "./build-task.ts";
import { tasksOf } from "./build-tasks.ts";
import { readingOf, type Setting } from "./resolve/reading.ts";
import { partsOf } from "./split/parts.ts";
import { corrected } from "./tokenize/spelling.ts";
import { tokenize } from "./tokenize/tokenize.ts";
import type { ParsedRequest, Request } from "./types.ts";

/** Understands what a parent says or types as one task, by fixed rules and without a model. Never throws for any text. */
export function parseRequest(request: Request): ParsedRequest {
  const setting = settingOf(request);
  return taskOf(setting, wholeReading(setting));
}

/**
 * The tasks that one text asks for: one for most, and then the same as parseRequest; ten at most, and the last one has
 * what is left. Never throws for any text.
 */
export function parseRequests(request: Request): ParsedRequest[] {
  const setting = settingOf(request);
  const whole = wholeReading(setting);
  const parts = partsOf(request.text, whole);
  return parts ? tasksOf(setting, whole, parts) : [taskOf(setting, whole)];
}

function settingOf(request: Request): Setting {
  const names = new Set(request.familyMembers.map(({ name }) => name.toLowerCase()));
  return { ...request, names, doers: doersOf(request.familyMembers) };
}

function wholeReading(setting: Setting) {
  const { text, names } = setting;
  return readingOf(setting, corrected(tokenize(text), names), { start: 0, end: text.length });
}
