import { expect, test } from "vitest";
import { parseRule, writeRule } from "#app/domain/tasks/recurrence/rule.ts";
import { shiftRule } from "#app/domain/tasks/recurrence/shift-rule.ts";

/** To Thursday, Dec 3, 2026. */
function moved(text: string): string {
  const parsed = parseRule(text);
  if (parsed.status === "refused") throw new Error(parsed.words);
  const shifted = shiftRule(parsed.rule, "2026-12-03");
  return shifted ? `${writeRule(shifted.rule)}${shifted.isRestarted ? " from then" : ""}` : "only this one";
}

test.each([
  ["FREQ=WEEKLY", "FREQ=WEEKLY;BYDAY=TH"],
  ["FREQ=WEEKLY;BYDAY=TU;UNTIL=20270601", "FREQ=WEEKLY;BYDAY=TH;UNTIL=20270601"],
  ["FREQ=WEEKLY;INTERVAL=2;BYDAY=TU", "FREQ=WEEKLY;INTERVAL=2;BYDAY=TH from then"],
  ["FREQ=MONTHLY;BYMONTHDAY=1", "FREQ=MONTHLY;BYMONTHDAY=3"],
  ["FREQ=MONTHLY", "FREQ=MONTHLY;BYMONTHDAY=3"],
  ["FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=1", "FREQ=YEARLY from then"],
  ["FREQ=DAILY;INTERVAL=3", "FREQ=DAILY;INTERVAL=3 from then"],
  ["FREQ=DAILY", "only this one"],
  ["FREQ=WEEKLY;BYDAY=TU,FR", "only this one"],
  ["FREQ=MONTHLY;BYMONTHDAY=1,15", "only this one"],
  ["FREQ=MONTHLY;BYMONTHDAY=-1", "only this one"],
  ["FREQ=MONTHLY;BYDAY=1MO", "only this one"],
  ["FREQ=YEARLY;BYMONTH=9;BYDAY=1MO", "only this one"],
  ["FREQ=WEEKLY;COUNT=4", "only this one"],
])("%s moves to %s", (rule, shifted) => expect(moved(rule)).toBe(shifted));
