import { type DatedRule, nextDate } from "#app/domain/recurrence/dates.server.ts";
import { parseRule, type Rule } from "#app/domain/recurrence/rule.ts";

/** A client that goes further at once has another rule. */
const maxSteps = 60;
/** Rules that have as many dates in common are the same. */
const datesCompared = 8;

/** Counts the dates of a rule from one to another. Null if it does not have the other. */
export function countSteps(rule: string, from: string, to: string): number | null {
  const dated = datedFrom(rule, from);
  if (!dated) return null;
  let [date, steps] = [nextDate(dated, from), 1];
  while (date !== null && date < to && steps < maxSteps) {
    date = nextDate(dated, date);
    steps += 1;
  }
  return date === to ? steps : null;
}

/**
 * Returns the date so many steps later, as if the rule had no end.
 * @param after the day to count from, if it is later than `from`
 */
export function dateAfterSteps(rule: string, from: string, steps: number, after = from): string {
  return listNext(rule, from, { max: steps, after }).at(-1) ?? from;
}

export const listDatesAfter = (rule: string, from: string, max: number): string[] =>
  listNext(rule, from, { max, after: from });

/**
 * Clients write the same rule in other words, and lower its COUNT with each date that is done. A
 * rule that ends later, or has other dates, was changed by somebody.
 */
export function isSameRule(before: string, after: string, from: string): boolean {
  const [one, other] = [ruleOf(before), ruleOf(after)];
  if (!one || !other || isWider(one, other)) return false;
  const dates = listDatesAfter(before, from, datesCompared);
  return dates.join(" ") === listDatesAfter(after, from, datesCompared).join(" ");
}

function isWider(before: Rule, after: Rule): boolean {
  const endsLater = (one: number | string | null, other: number | string | null) =>
    one !== null && (other === null || other > one);
  return endsLater(before.count, after.count) || endsLater(before.until, after.until);
}

/** Omits the rule's end. */
function listNext(
  rule: string,
  from: string,
  { max, after }: { max: number; after: string },
): string[] {
  const dated = datedFrom(rule, from);
  if (!dated) return [];
  const endless = { ...dated, rule: { ...dated.rule, count: null, until: null } };
  const dates: string[] = [];
  while (dates.length < max) {
    const next = nextDate(endless, dates.at(-1) ?? (after > from ? after : from));
    if (next === null) break;
    dates.push(next);
  }
  return dates;
}

function datedFrom(rule: string, startsOn: string): DatedRule | null {
  const parsed = ruleOf(rule);
  return parsed && { rule: parsed, startsOn, excludedOn: [] };
}

function ruleOf(text: string): Rule | null {
  const parsed = parseRule(text);
  return parsed.status === "accepted" ? parsed.rule : null;
}
