import type { Repeats } from "#app/domain/understanding/types.ts";
import { Temporal } from "#app/domain/core/time.ts";
import { nextDate } from "./dates.server.ts";
import { describeRule } from "./describe.ts";
import { parseRule, type ParsedRule, type Rule, type Schedule } from "./rule.ts";

type ReadSchedule =
  | { status: "accepted"; schedule: Schedule }
  | Extract<ParsedRule, { status: "refused" }>;

/**
 * Reads the parser's result, and refuses a rule without a date.
 * @param startsOn the first due date, YYYY-MM-DD
 */
export function ruleFromRepeats(repeats: Repeats, startsOn: string): ReadSchedule {
  const read = readSchedule(repeats);
  if (read.status === "refused" || read.schedule.type === "completion") return read;
  const hasDate = nextDate({ rule: read.schedule.rule, startsOn, excludedOn: [] }) !== null;
  return hasDate ? read : { status: "refused", words: "There is no such date." };
}

/** Parses a stored rule, which was accepted before. */
export function readSchedule({ rule: text, from }: Repeats): ReadSchedule {
  const parsed = parseRule(text);
  if (parsed.status === "refused") return parsed;
  const { rule } = parsed;
  if (from === "done" && isInterval(rule)) {
    const { frequency, interval } = rule;
    return { status: "accepted", schedule: { type: "completion", frequency, interval } };
  }
  return { status: "accepted", schedule: { type: "calendar", rule } };
}

/** Returns "Every Tuesday", or null for a rule that is refused. */
export function describeRepeats(repeats: Repeats, startsOn: string): string | null {
  const read = ruleFromRepeats(repeats, startsOn);
  if (read.status === "refused") return null;
  return (
    describeRule(read.schedule, startsOn) + (repeats.except ? `, except ${repeats.except}` : "")
  );
}

/** Keeps the end of a month: a month after Jan 31 is Feb 28. @param doneOn YYYY-MM-DD */
export function dateAfterDone(
  { frequency, interval }: Extract<Schedule, { type: "completion" }>,
  doneOn: string,
): string {
  const unit = ({ DAILY: "days", WEEKLY: "weeks", MONTHLY: "months", YEARLY: "years" } as const)[
    frequency
  ];
  return Temporal.PlainDate.from(doneOn)
    .add({ [unit]: interval })
    .toString();
}

/** True for a plain interval, such as "every 3 weeks". */
function isInterval({ months, monthDays, weekdays, positions, count, until }: Rule): boolean {
  const lists = [months, monthDays, weekdays, positions];
  return lists.every(({ length }) => length === 0) && count === null && until === null;
}
