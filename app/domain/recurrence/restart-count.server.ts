import { Temporal } from "#app/domain/core/time.ts";
import { countBefore, type DatedRule, nextDate } from "./dates.server.ts";

/**
 * Returns the same dates from `on` on, with a COUNT of the remaining ones. Counting from years ago
 * takes up to 30 ms for each next date.
 * @param on YYYY-MM-DD
 */
export function restartCount(dated: DatedRule, on: string): DatedRule {
  const { rule, startsOn } = dated;
  if (rule.count === null || on <= startsOn) return dated;
  const dayBefore = Temporal.PlainDate.from(on).subtract({ days: 1 }).toString();
  const first = nextDate({ rule, startsOn, excludedOn: [] }, dayBefore);
  if (!first) return dated;
  return {
    ...dated,
    rule: { ...rule, count: rule.count - countBefore(dated, first) },
    startsOn: first,
  };
}
