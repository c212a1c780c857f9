import { doersOf } from "./assignee/assignee-names.ts";
import type { Category } from "./category/category.ts";
import type { Due } from "./resolve/due.ts";
import { readingOf, taskOf, type Setting } from "./build-task.ts";
import { partsOf } from "./split/parts.ts";
import { tasksOf } from "./build-tasks.ts";
import { corrected } from "./tokenize/spelling.ts";
import { tokenize } from "./tokenize/tokenize.ts";

/** A member of the household by name; relation: spouse, partner, child, parent, grandparent, sibling, other. */
export interface FamilyName {
  name: string;
  relation: string;
}

export interface ParsedRequest {
  /** Never empty, 300 characters at most. */
  title: string;
  /** The title with the words that made the date in it, for whoever takes that reading back. */
  undatedTitle: string;
  category: Category;
  /** What the title could not hold: the whole of a long text, or "every other Friday". */
  description: string | null;
  due: Due | null;
  /** Who is to do it: the name of a family member as it stands in the household. */
  assignee: string | null;
  /**
   * Where the words that made the date stand in the text, as offsets; some of them may stay in the title, and a day that
   * was said once for several tasks stands outside of `said`.
   */
  dueWords: { start: number; end: number }[];
  /** The part of the text that this was made from, as offsets. */
  said: { start: number; end: number };
}

/** `now` is the instant of asking (UTC, ISO 8601), `timeZone` the IANA zone in which its times are meant. */
interface Request {
  text: string;
  timeZone: string;
  now: string;
  familyMembers: FamilyName[];
}

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
