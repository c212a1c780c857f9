import { expect, test } from "vitest";
import { parseRule, writeRule } from "#app/domain/recurrence/rule.ts";
import { shiftRule } from "#app/domain/recurrence/shift-rule.ts";

/** From Tuesday, Dec 1, 2026, the third of its dates, to Thursday. */
function moved(text: string, to = "2026-12-03"): string {
  const parsed = parseRule(text);
  if (parsed.status === "refused") throw new Error(parsed.words);
  const shifted = shiftRule(parsed.rule, { from: "2026-12-01", to, passed: 2 });
  return shifted
    ? `${writeRule(shifted.rule)}${shifted.isRestarted ? " from then" : ""}`
    : "only this one";
}

test.each([
  ["FREQ=WEEKLY", "FREQ=WEEKLY;BYDAY=TH"],
  ["FREQ=WEEKLY;BYDAY=TU;UNTIL=20270601", "FREQ=WEEKLY;BYDAY=TH;UNTIL=20270601"],
  ["FREQ=WEEKLY;INTERVAL=2;BYDAY=TU", "FREQ=WEEKLY;INTERVAL=2;BYDAY=TH from then"],
  ["FREQ=MONTHLY;BYMONTHDAY=1", "FREQ=MONTHLY;BYMONTHDAY=3"],
  ["FREQ=MONTHLY", "FREQ=MONTHLY;BYMONTHDAY=3"],
  ["FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=1", "FREQ=YEARLY from then"],
  ["FREQ=DAILY;INTERVAL=3", "FREQ=DAILY;INTERVAL=3 from then"],
  ["FREQ=DAILY", "FREQ=DAILY"],
  ["FREQ=WEEKLY;BYDAY=TU,FR", "FREQ=WEEKLY;BYDAY=TH,FR"],
  ["FREQ=WEEKLY;BYDAY=MO,TU,SU;UNTIL=20270601", "FREQ=WEEKLY;BYDAY=MO,TH,SU;UNTIL=20270601"],
  ["FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,FR", "FREQ=WEEKLY;INTERVAL=2;BYDAY=TH,FR from then"],
  ["FREQ=DAILY;BYDAY=MO,TU", "FREQ=DAILY;BYDAY=MO,TH"],
  ["FREQ=MONTHLY;BYMONTHDAY=1,15", "FREQ=MONTHLY;BYMONTHDAY=3,15"],
  ["FREQ=MONTHLY;BYMONTHDAY=-31,15", "FREQ=MONTHLY;BYMONTHDAY=3,15"],
  ["FREQ=MONTHLY;BYMONTHDAY=-1", "FREQ=MONTHLY;BYMONTHDAY=3"],
  ["FREQ=WEEKLY;BYDAY=TU,TH", "only this one"],
  ["FREQ=WEEKLY;BYDAY=MO,FR", "only this one"],
  ["FREQ=MONTHLY;BYMONTHDAY=1,3", "only this one"],
  ["FREQ=MONTHLY;BYMONTHDAY=15,20", "only this one"],
  ["FREQ=MONTHLY;BYDAY=1TU", "FREQ=MONTHLY;BYDAY=1TH"],
  ["FREQ=MONTHLY;BYDAY=-5TU,3FR", "FREQ=MONTHLY;BYDAY=1TH,3FR"],
  [
    "FREQ=MONTHLY;INTERVAL=2;BYDAY=1TU;COUNT=4",
    "FREQ=MONTHLY;INTERVAL=2;BYDAY=1TH;COUNT=2 from then",
  ],
  ["FREQ=YEARLY;BYMONTH=12;BYDAY=1TU", "FREQ=YEARLY;BYMONTH=12;BYDAY=1TH from then"],
  ["FREQ=MONTHLY;BYDAY=1TU,1TH", "only this one"],
  ["FREQ=MONTHLY;BYDAY=1MO", "only this one"],
  ["FREQ=MONTHLY;BYDAY=TU", "only this one"],
  ["FREQ=MONTHLY;BYDAY=TU;BYSETPOS=1", "only this one"],
  ["FREQ=MONTHLY;BYMONTHDAY=1;BYDAY=TU", "only this one"],
  ["FREQ=YEARLY;BYMONTH=12;BYDAY=TU", "only this one"],
  ["FREQ=WEEKLY;COUNT=4", "FREQ=WEEKLY;BYDAY=TH;COUNT=2 from then"],
  ["FREQ=WEEKLY;BYDAY=TU,FR;COUNT=7", "FREQ=WEEKLY;BYDAY=TH,FR;COUNT=5 from then"],
  ["FREQ=YEARLY;COUNT=3", "FREQ=YEARLY;COUNT=1 from then"],
  ["FREQ=DAILY;COUNT=10", "FREQ=DAILY;COUNT=8 from then"],
  ["FREQ=DAILY;BYMONTH=12", "only this one"],
])("%s moves to %s", (rule, shifted) => expect(moved(rule)).toBe(shifted));

test.each([
  ["FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,FR", "2026-11-28", "only this one"],
  ["FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,FR", "2026-12-07", "only this one"],
  [
    "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,FR",
    "2026-11-30",
    "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR from then",
  ],
  ["FREQ=WEEKLY;INTERVAL=2;BYDAY=TU", "2026-12-07", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO from then"],
  ["FREQ=WEEKLY;BYDAY=TU,FR", "2026-11-28", "FREQ=WEEKLY;BYDAY=FR,SA"],
  ["FREQ=MONTHLY;BYDAY=1TU", "2026-12-09", "FREQ=MONTHLY;BYDAY=2WE"],
  ["FREQ=MONTHLY;BYDAY=1TU", "2026-12-31", "FREQ=MONTHLY;BYDAY=-1TH"],
  ["FREQ=MONTHLY;BYDAY=1TU", "2026-11-30", "FREQ=MONTHLY;BYDAY=-1MO"],
  ["FREQ=MONTHLY;INTERVAL=2;BYDAY=1TU,3FR", "2026-11-30", "only this one"],
  ["FREQ=YEARLY;BYMONTH=12;BYDAY=1TU", "2026-11-24", "FREQ=YEARLY;BYMONTH=11;BYDAY=4TU from then"],
  ["FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=1,15", "2026-11-28", "only this one"],
  [
    "FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=1,15",
    "2026-12-09",
    "FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=9,15 from then",
  ],
])("%s moves to %s: %s", (rule, to, shifted) => expect(moved(rule, to)).toBe(shifted));

test.each([
  ["FREQ=MONTHLY;BYDAY=-1FR", "2026-12-25", "2026-12-31", "FREQ=MONTHLY;BYDAY=-1TH"],
  ["FREQ=MONTHLY;BYDAY=-1FR", "2026-12-25", "2026-12-24", "FREQ=MONTHLY;BYDAY=4TH"],
  ["FREQ=MONTHLY;BYDAY=-1FR", "2026-11-27", "2026-11-26", "FREQ=MONTHLY;BYDAY=-1TH"],
  ["FREQ=MONTHLY;BYDAY=5TU", "2026-12-29", "2026-12-30", "FREQ=MONTHLY;BYDAY=5WE"],
  ["FREQ=MONTHLY;BYDAY=4WE", "2026-12-23", "2026-12-30", "FREQ=MONTHLY;BYDAY=-1WE"],
])("%s moves from %s to %s: %s", (text, from, to, shifted) => {
  const parsed = parseRule(text);
  const rule =
    parsed.status === "accepted"
      ? shiftRule(parsed.rule, { from, to, passed: 0 })?.rule
      : undefined;
  expect(rule && writeRule(rule)).toBe(shifted);
});
