import { textLength } from "#app/domain/core/limits.ts";
import { instantOf, Temporal, wallClockAt } from "#app/domain/core/time.ts";
import { collapseWhitespace, stripControlCharacters } from "#app/domain/core/zod.ts";
import { maxItemName } from "#app/domain/lists/limits.ts";

/** A day (YYYY-MM-DD), or a wall clock (YYYY-MM-DDTHH:mm) in a zone. */
export type Due = { on: string } | { local: string; timeZone: string };

/**
 * The parts of a to-do that Mila knows, too. An item of a list only has a title, and is ticked or
 * not.
 */
export interface Fields {
  title: string;
  description: string | null;
  /** For a series, the date of its open occurrence. */
  due: Due | null;
  isDone: boolean;
  /** An instant. */
  doneAt: string | null;
  /** The rule as Mila writes it. Null without a rule, or with a rule that Mila can't say. */
  rule: string | null;
  /** Dates (YYYY-MM-DD) that the rule has and the series leaves out, from the open one on. */
  excluded: string[];
  /** Minutes before the due date at which the viewer is reminded, the shortest first. */
  alarms: number[];
}

export const noFields: Fields = {
  title: "",
  description: null,
  due: null,
  isDone: false,
  doneAt: null,
  rule: null,
  excluded: [],
  alarms: [],
};

export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

export const dayOf = (due: Due): string => ("on" in due ? due.on : due.local.slice(0, 10));

/** Returns the same time on another day. */
export const onDay = (due: Due, day: string): Due =>
  "on" in due ? { on: day } : { ...due, local: `${day}${due.local.slice(10)}` };

const dayLength = 24 * 60 * 60 * 1_000;

/** True for two whole days, and for one time of day: on the clock, or whole days of 24 h apart. */
export function isSameTime(one: Due | null, other: Due | null): boolean {
  if (!one || !other || "on" in one || "on" in other)
    return "on" in (one ?? {}) === "on" in (other ?? {});
  const [at, otherAt] = [one, other].map(({ local, timeZone }) =>
    instantOf(Temporal.PlainDateTime.from(local), timeZone),
  );
  if ((Date.parse(at!) - Date.parse(otherAt!)) % dayLength === 0) return true;
  const there = wallClockAt(otherAt!, one.timeZone).toPlainTime();
  return there.equals(Temporal.PlainDateTime.from(one.local).toPlainTime());
}

export const dayAfter = (day: string, days: number): string =>
  Temporal.PlainDate.from(day).add({ days }).toString();

const untitled = "(no title)";

/** Fits a client's title to Mila's limits. The client's own text keeps it in full. */
export const fitTitle = (text: string): string =>
  collapseWhitespace(text).trim().slice(0, textLength.title).trim() || untitled;

export const fitItemName = (text: string): string =>
  collapseWhitespace(text).trim().slice(0, maxItemName).trim() || untitled;

export const fitDescription = (text: string): string | null =>
  stripControlCharacters(text).trim().slice(0, textLength.description) || null;
