import * as fc from "fast-check";
import { expect, test } from "vitest";
import { assignmentRules } from "#app/domain/parsing/assignee/assignment-rules.ts";
import { expandPattern } from "#app/domain/parsing/grammar/engine/pattern.ts";
import type { Rule } from "#app/domain/parsing/grammar/engine/types.ts";
import { grammarRules } from "#app/domain/parsing/grammar/grammar.ts";
import { parseRequest, parseRequests } from "#app/domain/parsing/parse-request.ts";
import { separatorRules } from "#app/domain/parsing/split/boundaries.ts";
import { closingRules } from "#app/domain/parsing/title/filler-words/closings.ts";
import { openingRules } from "#app/domain/parsing/title/filler-words/openings.ts";
import type { ParsedRequest } from "#app/domain/parsing/types.ts";
import { worstTexts } from "#tests/bench/parse/worst-texts.ts";
import { anyCodePoint } from "#tests/support/any-code-point.ts";
import { depth } from "#tests/support/depth.ts";

const family = [
  { name: "May", relation: "child" },
  { name: "Dan", relation: "spouse" },
  { name: "Ana María", relation: "grandparent" },
  { name: "", relation: "other" },
];
/** Every word of a rule, to be tried in the wrong places. */
const rules: Rule<unknown>[] = [
  ...Object.values(grammarRules).flat(),
  ...assignmentRules,
  ...separatorRules,
  ...openingRules,
  ...closingRules,
];
const ruleWords = rules
  .flatMap(({ say }) => expandPattern(say).flat())
  .flatMap((step) => ("words" in step ? [...step.words] : []));
const words = fc.constantFrom(
  ...new Set(ruleWords),
  ..."at by on in the of every other next last first May 5 31 12:30 am pm 10/19 2/30 Feb 29 Friday week weeks from before after Christmas half past to - , ; ' 's buy call milk plants ask Dan then also 1. ( ) . noon for two a and year 9999".split(
    " ",
  ),
);
const foreign = fc.constantFrom("مرحبا", "\u202e", "\0", "👩‍👩‍👧", "\ud83d", "שלום", "\n", "<b>");
const anyText = fc.oneof(
  { weight: 4, arbitrary: fc.string({ unit: anyCodePoint, maxLength: 200 }) },
  { weight: 4, arbitrary: fc.string({ unit: "grapheme", maxLength: 200 }) },
  { weight: 8, arbitrary: fc.array(words, { maxLength: 60, size: "max" }).map((said) => said.join(" ")) },
  {
    weight: 8,
    arbitrary: fc.array(fc.oneof(words, foreign), { maxLength: 60, size: "max" }).map((said) => said.join("")),
  },
  { weight: 1, arbitrary: fc.string({ unit: anyCodePoint, maxLength: 2000, size: "max" }) },
  {
    weight: 1,
    arbitrary: fc.array(fc.oneof(words, foreign), { maxLength: 500, size: "max" }).map((said) => said.join(" ")),
  },
  { weight: 1, arbitrary: fc.constantFrom(...Object.values(worstTexts)) },
);
const zone = fc.constantFrom(
  "America/New_York",
  "Europe/Berlin",
  "Asia/Kolkata",
  "Pacific/Apia",
  "Australia/Lord_Howe",
  "UTC",
);
const now = fc
  .date({ min: new Date("2024-01-01"), max: new Date("2040-01-01"), noInvalidDate: true })
  .map((date) => date.toISOString());

/** Parses some 40,000 texts, on a machine that may be busy. */
const timeout = 300_000;

test("any text becomes one to ten tasks with a title, a category and no due date or a real one", { timeout }, () => {
  fc.assert(
    fc.property(anyText, zone, now, (text, timeZone, asked) => {
      const request = { text: text.slice(0, 2000), timeZone, now: asked, familyMembers: family };
      const tasks = parseRequests(request);
      const whole = parseRequest(request);
      [whole, ...tasks].forEach((task) => expectTask(task, request.text));
      expect(tasks.length).toBeLessThanOrEqual(10);
      expect(tasks.length === 1 ? tasks : [whole]).toEqual([whole]);
      expect(tasks.every(({ source }, index) => index === 0 || source.start >= tasks[index - 1]!.source.end)).toBe(
        true,
      );
      expect(parseRequests(request)).toEqual(tasks);
    }),
    depth({ full: 10_000, part: 500 }),
  );
});

test.for(Object.getOwnPropertyNames(Object.prototype))("“%s” is a word like any other", (word) => {
  const request = { timeZone: "America/New_York", now: "2031-03-05T15:00:00.000Z", familyMembers: family };
  for (const text of [`on ${word}`, `${word} 5`, `twenty ${word}`, `buy ${word} tomorrow at 3`]) {
    expect(parseRequest({ ...request, text }).title.toLowerCase()).toContain(word.toLowerCase());
  }
});

function expectTask(
  { title, undatedTitle, category, due, assignee, source, dueWords }: ParsedRequest,
  text: string,
): void {
  expect(["Kids", "Household", "Elders"]).toContain(category);
  for (const each of [title, undatedTitle]) {
    expect(each.trim().length).toBeGreaterThan(0);
    expect(each.length).toBeLessThanOrEqual(300);
  }
  expect(due === null || isReal(due)).toBe(true);
  expect([null, "Dan"]).toContain(assignee);
  const spans = [source, ...dueWords];
  expect(spans.every(({ start, end }) => 0 <= start && start <= end && end <= text.length)).toBe(true);
}

function isReal({ local, instant }: { local: string; instant: string }): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(local) && new Date(instant).toISOString() === instant;
}
