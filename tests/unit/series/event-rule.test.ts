import { assert, nat, property, tuple } from "fast-check";
import { expect, test } from "vitest";
import { eventRule } from "#app/domain/recurrence/event-rule.server.ts";
import { parseRule } from "#app/domain/recurrence/rule.ts";
import { depth } from "../../support/runner/depth.ts";
import { yearsLater, anyRule } from "../../support/series/rules.ts";
import { walkByDay } from "../../support/series/walk-by-day.ts";

test("a recurring event that starts on any date of a rule has the rule's dates from then on, except in pauses", () => {
  assert(
    property(tuple(anyRule, nat(40)), ([{ text, first }, index]) => {
      const parsed = parseRule(text);
      if (parsed.status === "refused") throw new Error(parsed.words);
      const last = yearsLater(first, 10);
      const dates = walkByDay(text, first, last);
      const on = dates[index];
      if (!on) return;
      const [from = on, to = on] = [dates[index + 2], dates[index + 4]];
      const dated = {
        rule: parsed.rule,
        startsOn: first,
        excludedOn: [],
        excluded: [{ from, to }],
      };
      const [rule = "", exceptions = ""] = eventRule(dated, { on, time: "19:00", timeZone: "UTC" });
      const left = exceptions
        .split(":")[1]
        ?.split(",")
        .map((date) => date.replace(/^(.{4})(..)(..).*/, "$1-$2-$3"));
      const walked = walkByDay(rule.replace("RRULE:", "").replace("T235900Z", ""), on, last);
      const wanted = dates.slice(index).filter((date) => date < from || date > to);
      expect(walked.filter((date) => !left?.includes(date))).toEqual(wanted);
    }),
    depth({ full: 500, part: 60 }),
  );
}, 300_000);
