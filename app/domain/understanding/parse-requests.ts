import { assigneeNamesOf, doerNamesOf } from "./assignee/assignee-names.ts";
import { buildEach } from "./build-task.ts";
import { buildTasks } from "./build-tasks.ts";
import { findIntent } from "./intent/intent.ts";
import { shoppingIn } from "./intent/items.ts";
import type { Intent } from "./intent/types.ts";
import { findMessage } from "./message/message.ts";
import { type ParseContext, type Reading, readTokens } from "./resolve/reading.ts";
import type { InheritedDay } from "./split/inherited-days.ts";
import { splitRequests } from "./split/split-requests.ts";
import { withoutHesitations } from "./tokenize/hesitations.ts";
import { correctSpelling } from "./tokenize/spelling.ts";
import { withSpokenMarks } from "./tokenize/spoken-marks.ts";
import { tokenize } from "./tokenize/tokenize.ts";
import { unusedWords } from "./unused.ts";
import type { ParsedRequest, Token, UserRequest } from "./types.ts";

interface ReadIntent {
  intent: Intent | null;
  /** Its words may be a new task's: "cancel Netflix". */
  mayBeTask: boolean;
}

export interface ParsedText extends ReadIntent {
  /** At least one: an intent may fit nothing that exists. */
  tasks: ParsedRequest[];
  /** What the task buys for the kitchen and the bath: "Milk", "Eggs". */
  items: string[];
  /** Words of the text that no task has, in their order. */
  unused: string[];
}

/** Returns one to twenty tasks; the last one gets the rest of the text. Never throws. */
export function parseRequests(request: UserRequest): ParsedRequest[] {
  const context = contextOf(request);
  return parseTasks(context, readWholeText(context)).tasks;
}

/** Also says if the text asks, changes or lists something instead of adding tasks. Never throws. */
export function parseText(request: UserRequest): ParsedText {
  const context = contextOf(request);
  const whole = readWholeText(context);
  const read = intentOf(context, whole);
  const found = parseTasks({ ...context, isShopping: isForShopping(read) }, whole);
  const { tasks } = found;
  return {
    ...read,
    tasks,
    items: tasks.length === 1 && tasks[0]!.who === null ? shoppingIn(whole, request.text) : [],
    unused: unusedWords(context, whole, found),
  };
}

const isForShopping = ({ intent }: ReadIntent) =>
  intent?.type === "items" && intent.list === "Shopping";

/** Builds no task, so it takes a sixth of the time of `parseText`. Never throws. */
export function readIntent(request: UserRequest): ReadIntent & Pick<ParsedText, "items"> {
  const context = contextOf(request);
  const whole = readWholeText(context);
  return { ...intentOf(context, whole), items: shoppingIn(whole, request.text) };
}

const intentOf = (context: ParseContext, whole: Reading): ReadIntent =>
  findIntent(context, whole) ?? { intent: null, mayBeTask: true };

/** Returns what the text is split from: all of it, or the request in a message. */
export function readingOf(request: UserRequest): Reading {
  const context = contextOf(request);
  const whole = readWholeText(context);
  const message = findMessage(context.text, whole);
  if (!message) return whole;
  const tokens = message.request;
  return readTokens(context, tokens, { start: tokens[0]!.start, end: tokens.at(-1)!.end });
}

function parseTasks(
  context: ParseContext,
  whole: Reading,
): { tasks: ParsedRequest[]; around: Token[] } {
  const message = findMessage(context.text, whole);
  if (!message) return { tasks: tasksOf(context, whole), around: [] };
  const { request: tokens, around, description, isSure, day, maybeOn } = message;
  const reading = readTokens(context, tokens, { start: tokens[0]!.start, end: tokens.at(-1)!.end });
  const inMessage = { ...context, message: { tokens: around, description, isSure }, maybeOn };
  return { tasks: tasksOf(inMessage, reading, day), around };
}

function tasksOf(context: ParseContext, reading: Reading, day?: InheritedDay): ParsedRequest[] {
  const parts = splitRequests(context.text, reading);
  return parts ? buildTasks(context, reading, parts, day) : buildEach(context, reading, day);
}

function contextOf(request: UserRequest): ParseContext {
  const names = new Set(request.familyMembers.map(({ name }) => name.toLowerCase()));
  const { familyMembers } = request;
  return {
    ...request,
    names,
    assigneeNames: assigneeNamesOf(familyMembers),
    doerNames: doerNamesOf(familyMembers),
  };
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
