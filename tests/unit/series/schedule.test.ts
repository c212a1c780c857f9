import { expect, test } from "vitest";
import { describeRule } from "#app/domain/recurrence/describe.ts";
import { dateAfterDone, ruleFromRepeats } from "#app/domain/recurrence/schedule.server.ts";

const startsOn = "2026-12-01";

function told(rule: string, from: "due" | "done" = "due"): string {
  const read = ruleFromRepeats({ rule, from }, startsOn);
  return read.status === "accepted" ? describeRule(read.schedule, startsOn) : `no: ${read.words}`;
}

test.each([
  ["FREQ=DAILY", "Every day"],
  ["FREQ=DAILY;INTERVAL=2", "Every other day"],
  ["FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR", "Every weekday"],
  ["FREQ=WEEKLY;BYDAY=FR,TH,WE,TU,MO", "Every weekday"],
  ["FREQ=WEEKLY", "Every Tuesday"],
  ["FREQ=WEEKLY;BYDAY=TU,TH", "Every Tuesday and Thursday"],
  ["FREQ=WEEKLY;INTERVAL=2;BYDAY=MO", "Every other week on Monday"],
  ["FREQ=WEEKLY;INTERVAL=3", "Every 3 weeks on Tuesday"],
  ["FREQ=MONTHLY", "The 1st of the month"],
  ["FREQ=MONTHLY;BYMONTHDAY=1,15", "The 1st and 15th of the month"],
  ["FREQ=MONTHLY;BYMONTHDAY=-1", "The last day of the month"],
  ["FREQ=MONTHLY;BYDAY=-1FR", "The last Friday of the month"],
  ["FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=22", "Every 3 months on the 22nd"],
  ["FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", "The last weekday of the month"],
  ["FREQ=MONTHLY;BYMONTHDAY=13;BYDAY=FR", "The 13th of the month, if it is a Friday"],
  ["FREQ=YEARLY", "Every year on December 1"],
  ["FREQ=YEARLY;BYMONTH=9;BYDAY=1MO", "Every year on the first Monday of September"],
  ["FREQ=DAILY;COUNT=10", "Every day, 10 times"],
  ["FREQ=WEEKLY;BYDAY=TU;UNTIL=20270601", "Every Tuesday, until Tue, Jun 1, 2027"],
  ["FREQ=MINUTELY;INTERVAL=30", "no: I repeat tasks by the day, not by the hour."],
  ["FREQ=HOURLY", "no: I repeat tasks by the day, not by the hour."],
  ["FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "no: There is no such date."],
  ["FREQ=WEEKLY;BYDAY=MO;UNTIL=20261206", "no: There is no such date."],
  ["FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=30", "no: There is no such date."],
  ["FREQ=YEARLY;BYWEEKNO=20", "no: I can't repeat tasks by BYWEEKNO."],
  ["FREQ=DAILY;COUNT=3;UNTIL=20270601", "no: Choose a last day or a number of times, not both."],
  ["FREQ=WEEKLY;WKST=SU", "no: I count weeks from Monday."],
  ["FREQ=WEEKLY;BYDAY=1MO", "no: A first or last weekday can only repeat by the month or year."],
  ["FREQ=YEARLY;BYMONTHDAY=1", "no: Say in which month of the year."],
  ["FREQ=DAILY;INTERVAL=1000", "no: I count up to every 999 days, weeks, months or years."],
  ["FREQ=DAILY;INTERVAL=0", "no: I can't read how this repeats."],
  ["FREQ=DAILY;UNTIL=20270231", "no: I can't read how this repeats."],
  ["FREQ=DAILY;BYDAY=XX", "no: I can't read how this repeats."],
  ["every day", "no: I can't read how this repeats."],
])("%s: %s", (rule, words) => expect(told(rule)).toBe(words));

test("the time of day stands before the end", () => {
  const read = ruleFromRepeats({ rule: "FREQ=WEEKLY;COUNT=4", from: "due" }, startsOn);
  expect(read.status === "accepted" && describeRule(read.schedule, startsOn, "7 PM")).toBe(
    "Every Tuesday 7 PM, 4 times",
  );
});

test.each([
  ["FREQ=WEEKLY;INTERVAL=3", "3 weeks after it was done"],
  ["FREQ=MONTHLY", "A month after it was done"],
  // A weekday is a day of the calendar, so it cannot count from another day.
  ["FREQ=WEEKLY;BYDAY=MO", "Every Monday"],
])("%s from the day it was done: %s", (rule, words) => expect(told(rule, "done")).toBe(words));

test("a month after the 31st is the month's last day", () => {
  expect(
    dateAfterDone({ type: "completion", frequency: "MONTHLY", interval: 1 }, "2027-01-31"),
  ).toBe("2027-02-28");
  expect(
    dateAfterDone({ type: "completion", frequency: "WEEKLY", interval: 3 }, "2027-01-31"),
  ).toBe("2027-02-21");
});
