import { expect, test } from "vitest";
import { readPastedRule } from "#app/domain/recurrence/pasted-rule.ts";

/** For a task on Tuesday, Dec 1, 2026 at 7 PM in New York. */
const read = (text: string) =>
  readPastedRule(text, { on: "2026-12-01", time: "19:00", timeZone: "America/New_York" });

test.each([
  ["RRULE:FREQ=WEEKLY;BYDAY=TU", "FREQ=WEEKLY;BYDAY=TU"],
  [" freq=monthly;byday=-1fr ", "FREQ=MONTHLY;BYDAY=-1FR"],
  ["RRULE:FREQ=DAILY;COUNT=10", "FREQ=DAILY;COUNT=10"],
  ["RRULE:FREQ=WEEKLY;WKST=SU;BYDAY=SU,TU", "FREQ=WEEKLY;BYDAY=TU,SU"],
  ["RRULE:FREQ=WEEKLY;WKST=SU;INTERVAL=2;BYDAY=TU,TH", "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH"],
  ["RRULE:FREQ=YEARLY;BYMONTH=9;BYDAY=1MO;WKST=SU", "FREQ=YEARLY;BYMONTH=9;BYDAY=1MO"],
  // The end of June 1 in New York, and a minute before 7 PM.
  ["RRULE:FREQ=WEEKLY;UNTIL=20270602T035959Z", "FREQ=WEEKLY;UNTIL=20270601"],
  ["RRULE:FREQ=WEEKLY;UNTIL=20270601T225900Z", "FREQ=WEEKLY;UNTIL=20270531"],
  ["RRULE:FREQ=WEEKLY;UNTIL=20270601T190000", "FREQ=WEEKLY;UNTIL=20270601"],
  [
    "DTSTART:20261201T080000\nRRULE:FREQ=WEEKLY;UNTIL=20270601T080000",
    "FREQ=WEEKLY;UNTIL=20270601",
  ],
  ["DTSTART:20261202T000000Z\nRRULE:FREQ=WEEKLY", "FREQ=WEEKLY"],
  [
    "DTSTART;TZID=Asia/Tokyo:20261202T070000\nRRULE:FREQ=WEEKLY;UNTIL=20270601T220000Z",
    "FREQ=WEEKLY;UNTIL=20270601",
  ],
  [
    'DTSTART;TZID="Eastern Standard Time":20261201T230000\nRRULE:FREQ=WEEKLY;BYDAY=TU',
    "FREQ=WEEKLY;BYDAY=TU",
  ],
  ["DTSTART:20261201T220000Z\nRRULE:FREQ=WEEKLY;BYDAY=TU", "FREQ=WEEKLY;BYDAY=TU"],
])("%j is %s", (text, rule) =>
  expect(read(text)).toEqual({
    status: "accepted",
    rule,
    startsOn: null,
    excludedOn: [],
    ...startOf(text),
  }),
);

const startOf = (text: string) => (text.includes("DTSTART") ? { startsOn: "2026-12-01" } : {});

test("an event of a file brings its first date and the dates that were left out", () => {
  const event = `BEGIN:VTIMEZONE
TZID:America/New_York
BEGIN:STANDARD
DTSTART:19701101T020000
RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU
END:STANDARD
END:VTIMEZONE
BEGIN:VEVENT
SUMMARY:Piano
DTSTART;TZID=America/New_York:20261118T160000
RRULE:FREQ=WEEKLY;INTERVAL=2;
 BYDAY=WE
EXDATE;TZID=America/New_York:20261202T160000,20261216T160000
EXDATE:20270114T023000Z
END:VEVENT`;
  expect(read(event.replaceAll("\n", "\r\n"))).toEqual({
    status: "accepted",
    rule: "FREQ=WEEKLY;INTERVAL=2;BYDAY=WE",
    startsOn: "2026-11-18",
    excludedOn: ["2026-12-02", "2026-12-16", "2027-01-13"],
  });
});

test.each([
  ["every Tuesday", "I can't read this rule."],
  ["", "I can't read this rule."],
  ["DTSTART:20261301T080000\nRRULE:FREQ=DAILY", "I can't read this rule."],
  ["RRULE:FREQ=DAILY\nEXDATE:soon", "I can't read this rule."],
  ["RRULE:FREQ=DAILY\nRRULE:FREQ=WEEKLY", "There is more than one rule."],
  ["RRULE:FREQ=DAILY\nRDATE:20261224", "I can't repeat tasks by RDATE."],
  [
    "DTSTART:20261209T000000Z\nRRULE:FREQ=WEEKLY;BYDAY=WE",
    "Its days are counted in another time zone, where they differ. Please choose them above.",
  ],
  [
    "DTSTART;TZID=Asia/Tokyo:20261202T070000\nRRULE:FREQ=WEEKLY;BYDAY=WE",
    "Its days are counted in another time zone, where they differ. Please choose them above.",
  ],
  [
    "DTSTART:20261203T190000\nRECURRENCE-ID:20261202T190000\nDTSTART:20261125T190000\nRRULE:FREQ=WEEKLY",
    "There is more than one event. Please paste only the one that repeats.",
  ],
  ["RRULE:FREQ=HOURLY", "I repeat tasks by the day, not by the hour."],
  ["RRULE:FREQ=WEEKLY;WKST=SU;INTERVAL=2;BYDAY=SU,TU", "I count weeks from Monday."],
  ["RRULE:FREQ=YEARLY;BYWEEKNO=20", "I can't repeat tasks by BYWEEKNO."],
  ["RRULE:FREQ=DAILY;UNTIL=20271301T000000Z", "I can't read how this repeats."],
])("%j is refused: %s", (text, words) => expect(read(text)).toEqual({ status: "refused", words }));
