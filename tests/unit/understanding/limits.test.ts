import { expect, test } from "vitest";
import { parseRequests } from "#app/domain/understanding/parse-requests.ts";

/** On Monday at 10:00 in Berlin. */
function parse(text: string) {
  const now = "2026-11-23T09:00:00.000Z";
  return parseRequests({ text, timeZone: "Europe/Berlin", now, familyMembers: [] });
}

test.each([
  ["violin practice daily except weekends", "2026-11-23", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"],
  ["violin practice every day except weekends", "2026-11-23", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"],
  ["violin practice every day except Sunday", "2026-11-23", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA"],
  [
    "violin practice every day, but not on Mondays",
    "2026-11-24",
    "FREQ=WEEKLY;BYDAY=TU,WE,TH,FR,SA,SU",
  ],
  [
    "violin practice every day at 4 except Saturday and Sunday",
    "2026-11-23",
    "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR",
  ],
  ["violin practice every day but Sunday", "2026-11-23", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA"],
  [
    "violin practice every day apart from Sunday",
    "2026-11-23",
    "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA",
  ],
  [
    "violin practice every day except Monday, Wednesday and Friday",
    "2026-11-24",
    "FREQ=WEEKLY;BYDAY=TU,TH,SA,SU",
  ],
  ["every day violin practice except Sunday", "2026-11-23", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA"],
  ["violin practice every weekday except Friday", "2026-11-24", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH"],
])("“%s” repeats on the other days", (text, date, rule) => {
  const [{ title, due, repeats, confident }] = parse(text) as [ReturnType<typeof parse>[0]];
  expect([title, due?.local.slice(0, 10), repeats?.rule, confident.due]).toEqual([
    "Violin practice",
    date,
    rule,
    true,
  ]);
});

test.each([
  ["trash every Tuesday until June 30", "2026-11-24", "FREQ=WEEKLY;BYDAY=TU;UNTIL=20270630"],
  ["every Tuesday trash until June 30", "2026-11-24", "FREQ=WEEKLY;BYDAY=TU;UNTIL=20270630"],
  ["trash weekdays until June", "2026-11-24", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;UNTIL=20270630"],
  ["trash every Tuesday at 10 until June", "2026-11-24", "FREQ=WEEKLY;BYDAY=TU;UNTIL=20270630"],
  ["trash every day until Friday", "2026-11-23", "FREQ=DAILY;UNTIL=20261127"],
  ["trash daily until Friday", "2026-11-23", "FREQ=DAILY;UNTIL=20261127"],
  ["trash every Saturday at 10 for 8 weeks", "2026-11-28", "FREQ=WEEKLY;BYDAY=SA;UNTIL=20270122"],
  [
    "trash every day except Sunday until Dec 24",
    "2026-11-23",
    "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA;UNTIL=20261224",
  ],
])("“%s” ends", (text, date, rule) => {
  const [{ title, due, repeats, confident }] = parse(text) as [ReturnType<typeof parse>[0]];
  expect([title, due?.local.slice(0, 10), repeats?.rule, confident.due]).toEqual([
    "Trash",
    date,
    rule,
    true,
  ]);
});

test.each([
  "take pill every 6 hours",
  "trash every day except holidays",
  "trash every 3 days except Sunday",
  "until Friday take out the trash every day",
  "trash every Friday but Sunday is full",
])("“%s” is asked about", (text) => {
  const tasks = parse(text);
  expect(tasks.map(({ confident }) => confident.due)).toEqual([false]);
});

test.each([
  ["trash until Friday", "2026-11-27"],
  ["read every page until Friday", "2026-11-27"],
])("“%s” has a deadline, and repeats never", (text, date) => {
  const [task] = parse(text);
  expect([task!.due?.local.slice(0, 10), task!.repeats, task!.confident.due]).toEqual([
    date,
    null,
    true,
  ]);
});

test("two days of the month are two tasks, and those of each month repeat", () => {
  const dates = (text: string) =>
    parse(text).map(({ due, repeats }) => [due?.local.slice(0, 10), repeats?.rule]);
  expect(dates("pay rent on the 1st and 15th of the month")).toEqual([
    ["2026-12-01", "FREQ=MONTHLY;BYMONTHDAY=1,15"],
  ]);
  expect(dates("pay rent on the 1st and 15th")).toEqual([
    ["2026-12-01", undefined],
    ["2026-12-15", undefined],
  ]);
  expect(dates("recital on the 1st and 15th of June")).toEqual([
    ["2027-06-01", undefined],
    ["2027-06-15", undefined],
  ]);
});

test("a list of more days than a week has is one task with its words", () => {
  const [task, ...others] = parse("swim Nov 20, 21, 22, 23, 24, 25, 26 and 27");
  expect([others.length, task!.description]).toEqual([0, expect.stringContaining("26 and 27")]);
});
