import { assert, integer, nat, property, tuple } from "fast-check";
import { RRuleTemporal } from "rrule-temporal";
import { expect, test, vi } from "vitest";
import {
  datesBetween,
  instantOn,
  listDates,
  nextDate,
} from "#app/domain/recurrence/dates.server.ts";
import { describeRule } from "#app/domain/recurrence/describe.ts";
import { parseRule, type Rule, writeRule } from "#app/domain/recurrence/rule.ts";
import { restartCount } from "#app/domain/recurrence/restart-count.server.ts";
import { depth } from "../../support/runner/depth.ts";
import { anyRule, anyZone, yearsLater, zones } from "../../support/series/rules.ts";
import { walkByDay } from "../../support/series/walk-by-day.ts";
import { changesIn, wallClocksOf } from "../../support/series/wall-clock.ts";

function taken(text: string): Rule {
  const parsed = parseRule(text);
  if (parsed.status === "refused") throw new Error(`${text}: ${parsed.words}`);
  return parsed.rule;
}

test("rules have the dates that RFC 5545 gives them, for ten years", () => {
  assert(
    property(anyRule, ({ text, first }) => {
      const rule = taken(text);
      const [last, dated] = [yearsLater(first, 10), { rule, startsOn: first, excludedOn: [] }];
      const dates = walkByDay(text, first, last);
      expect(listDates(dated, last, 4_000)).toEqual(dates);
      const some = [0, Math.floor(dates.length / 2)].filter((index) => index < dates.length);
      const found = some.map((index) =>
        nextDate(dated, index === 0 ? undefined : dates[index - 1]),
      );
      expect(found).toEqual(some.map((index) => dates[index]));
      expect(parseRule(writeRule(rule))).toEqual({ status: "accepted", rule });
    }),
    depth({ full: 500, part: 60 }),
  );
}, 300_000);

test("a count that begins again later ends on the same date", () => {
  assert(
    property(
      anyRule,
      integer({ min: 1, max: 400 }),
      nat(4 * 365),
      ({ text, first }, count, later) => {
        const counted = `${text.replace(/;(?:COUNT|UNTIL)=\d+/, "")};COUNT=${count}`;
        const [last, dated] = [
          yearsLater(first, 10),
          { rule: taken(counted), startsOn: first, excludedOn: [] },
        ];
        const on = new Date(Date.parse(first) + later * 86_400_000).toISOString().slice(0, 10);
        const left = walkByDay(counted, first, last).filter((date) => date >= on);
        const restarted = restartCount(dated, on);
        expect(listDates(restarted, last, 4_000).filter((date) => date >= on)).toEqual(left);
        // The next date can be later than those ten years.
        const next = left[0] ?? (restarted.startsOn > last ? restarted.startsOn : first);
        expect(restarted.startsOn).toBe(on > first ? next : first);
      },
    ),
    depth({ full: 500, part: 40 }),
  );
}, 300_000);

test("each rule is told in words that hold no code", () => {
  assert(
    property(anyRule, ({ text, first }) => {
      const words = describeRule({ type: "calendar", rule: taken(text) }, first);
      expect(words).toMatch(/^(?:Every|The) [\w ,]+$/);
      expect(words).not.toMatch(/undefined|null|NaN|[A-Z]{2}/);
    }),
    depth({ full: 500, part: 200 }),
  );
});

test("each date is at its wall-clock time in twelve zones, and a time that a clock change skips moves forward", () => {
  assert(
    property(tuple(anyRule, anyZone), ([{ text, first }, zone]) => {
      const dated = { rule: taken(text), startsOn: first, excludedOn: [] };
      const changes = changesIn(zone, first);
      for (const date of [...listDates(dated, yearsLater(first, 10), 30), ...changes]) {
        for (const time of ["00:00", "02:30", "19:00"]) {
          const [said, shown] = wallClocksOf(instantOn(date, time, zone), `${date}T${time}`, zone);
          expect(shown).toBe(said);
        }
      }
    }),
    depth({ full: 500, part: 30 }),
  );
}, 300_000);

// A zone sees only dates, so these are all that any rule can have.
test("each date of ten years is at its wall-clock time in twelve zones", () => {
  const first = Date.UTC(2025, 0, 1);
  const moved: string[] = [];
  for (const zone of zones) {
    for (let day = 0; day < 3_653; day += 1) {
      const date = new Date(first + day * 86_400_000).toISOString().slice(0, 10);
      for (const time of ["00:00", "02:30", "19:00"]) {
        const [said, shown] = wallClocksOf(instantOn(date, time, zone), `${date}T${time}`, zone);
        if (shown !== said) moved.push(`${said} in ${zone} is shown as ${shown}`);
      }
    }
  }
  expect(moved).toEqual([]);
}, 300_000);

test("02:30 on the night clocks go forward is 03:30, and nothing else moves", () => {
  const dated = { rule: taken("FREQ=WEEKLY;BYDAY=SU"), startsOn: "2027-03-07", excludedOn: [] };
  const instants = listDates(dated, "2027-03-21", 9).map((date) =>
    instantOn(date, "02:30", "America/New_York"),
  );
  expect(instants).toEqual([
    "2027-03-07T07:30:00.000Z",
    "2027-03-14T07:30:00.000Z",
    "2027-03-21T06:30:00.000Z",
  ]);
});

test("excluded dates are left out but still count", () => {
  const dated = {
    rule: taken("FREQ=DAILY;COUNT=4"),
    startsOn: "2027-01-01",
    excludedOn: ["2027-01-02", "2027-01-03"],
  };
  expect(listDates(dated, "2028-01-01", 9)).toEqual(["2027-01-01", "2027-01-04"]);
  expect(nextDate(dated, "2027-01-01")).toBe("2027-01-04");
  expect(nextDate(dated, "2027-01-04")).toBeNull();
});

test("a pause of any length is skipped at once", () => {
  const daily = { rule: taken("FREQ=DAILY"), startsOn: "2026-11-23", excludedOn: [] };
  const paused = (to: string) => nextDate({ ...daily, excluded: [{ from: "0000-01-01", to }] });
  expect(paused("2062-11-30")).toBe("2062-12-01");
  expect(paused("9999-12-29")).toBe("9999-12-30");
});

test("nothing follows the last date of all", () => {
  for (const text of ["FREQ=DAILY", "FREQ=WEEKLY"]) {
    expect(
      nextDate({ rule: taken(text), startsOn: "9999-12-30", excludedOn: [] }, "9999-12-30"),
    ).toBe(null);
  }
});

test("ten thousand days or weekdays are counted without the library, which takes a tenth of a second", () => {
  using between = vi.spyOn(RRuleTemporal.prototype, "between");
  for (const text of ["FREQ=DAILY", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"]) {
    const dated = { rule: taken(text), startsOn: "1976-01-01", excludedOn: [] };
    const dates = datesBetween(dated, "1976-01-01", "2026-11-26");
    expect(dates.length).toBeGreaterThan(10_000);
    expect([dates[0], dates.at(-1)]).toEqual(["1976-01-01", "2026-11-26"]);
  }
  expect(between).not.toHaveBeenCalled();
});
