import { assert, property } from "fast-check";
import { expect, test } from "vitest";
import { listDates } from "#app/domain/recurrence/dates.server.ts";
import {
  fieldsFromSchedule,
  plainFields,
  type RepeatFields,
  ruleFromFields,
} from "#app/domain/recurrence/form-rule.ts";
import { parseRule, type Rule } from "#app/domain/recurrence/rule.ts";
import { anyRule } from "../../support/series/rules.ts";
import { depth } from "../../support/runner/depth.ts";

const tuesday = "2026-11-24";

test.each<[string, Partial<RepeatFields>]>([
  ["FREQ=DAILY", { unit: "day" }],
  ["FREQ=DAILY;INTERVAL=3", { unit: "day", interval: 3 }],
  ["FREQ=WEEKLY", {}],
  ["FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH", { interval: 2, weekdays: ["MO", "TH"] }],
  ["FREQ=WEEKLY;UNTIL=20270615", { until: "2027-06-15" }],
  ["FREQ=MONTHLY", { unit: "month" }],
  ["FREQ=MONTHLY;BYMONTHDAY=1,15", { unit: "month", monthly: "days", days: "1, 15" }],
  ["FREQ=MONTHLY;BYMONTHDAY=-1,1", { unit: "month", monthly: "days", days: "1, last" }],
  ["FREQ=MONTHLY;BYDAY=-1FR", { unit: "month", monthly: "weekday", nth: -1, nthWeekday: "FR" }],
  ["FREQ=YEARLY;INTERVAL=2", { unit: "year", interval: 2 }],
])("the form shows %s, and makes it again", (rule, fields) => {
  expect(fieldsOf(rule)).toEqual({ ...plainFields(tuesday), ...fields });
  expect(ruleFromFields({ ...plainFields(tuesday), ...fields })).toEqual({ rule: rule });
});

test.each([
  "FREQ=WEEKLY;COUNT=10",
  "FREQ=WEEKLY;BYDAY=TU;BYMONTH=5",
  "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1",
  "FREQ=MONTHLY;BYDAY=1MO,3MO",
  "FREQ=MONTHLY;BYMONTHDAY=13;BYDAY=FR",
  "FREQ=YEARLY;BYMONTH=5;BYDAY=2SU",
])("the form does not pretend to show %s", (rule) => {
  expect(fieldsOf(rule)).toBeNull();
});

test("a rule that the form shows has the same dates when it is saved again", () => {
  assert(
    property(anyRule, ({ text, first }) => {
      const rule = parsed(text);
      const fields = fieldsFromSchedule({ type: "calendar", rule }, first);
      if (!fields) return;
      const written = ruleFromFields(fields);
      const again = "rule" in written ? parsed(written.rule) : null;
      const last = `${Number(first.slice(0, 4)) + 5}-01-01`;
      const dates = (one: Rule) =>
        listDates({ rule: one, startsOn: first, excludedOn: [] }, last, 200);
      expect(again && dates(again)).toEqual(dates(rule));
    }),
    depth({ full: 500, part: 60 }),
  );
});

test.each([
  ["1, 15", "FREQ=MONTHLY;BYMONTHDAY=1,15"],
  ["the 1st and 15th", "FREQ=MONTHLY;BYMONTHDAY=1,15"],
  ["last day", "FREQ=MONTHLY;BYMONTHDAY=-1"],
  ["31", "FREQ=MONTHLY;BYMONTHDAY=31"],
])("days written as %j are understood", (days, rule) => {
  expect(ruleFromFields({ ...plainFields(tuesday), unit: "month", monthly: "days", days })).toEqual(
    { rule },
  );
});

test.each(["", "32", "0", "soon", "1.5", "-3"])("days written as %j are refused", (days) => {
  const written = ruleFromFields({ ...plainFields(tuesday), unit: "month", monthly: "days", days });
  expect(written).toMatchObject({ field: "days" });
});

test("one that counts from completion has no days and no end", () => {
  const done = { ...plainFields(tuesday), from: "done", unit: "month", interval: 3 } as const;
  expect(ruleFromFields({ ...done, monthly: "days", days: "x" })).toEqual({
    rule: "FREQ=MONTHLY;INTERVAL=3",
  });
  expect(ruleFromFields({ ...done, until: "2027-01-01" })).toMatchObject({ field: "until" });
  expect(
    fieldsFromSchedule({ type: "completion", frequency: "MONTHLY", interval: 3 }, tuesday),
  ).toEqual(done);
});

function parsed(text: string): Rule {
  const read = parseRule(text);
  if (read.status === "refused") throw new Error(read.words);
  return read.rule;
}

const fieldsOf = (rule: string) =>
  fieldsFromSchedule({ type: "calendar", rule: parsed(rule) }, tuesday);
