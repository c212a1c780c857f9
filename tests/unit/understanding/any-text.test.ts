import { isDeepStrictEqual } from "node:util";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { parseText } from "#app/domain/understanding/parse-requests.ts";
import type { ParsedRequest, Span } from "#app/domain/understanding/types.ts";
import { anyText } from "#tests/bench/parse/any-text.ts";
import { depth } from "#tests/support/runner/depth.ts";
import { parseOne } from "./tables.ts";

const family = [
  { name: "May", relation: "child" },
  { name: "Dan", relation: "spouse" },
  { name: "Ana María", relation: "grandparent" },
  { name: "Holly Noon", relation: "sibling" },
  { name: "", relation: "other" },
];
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

/** 10,000 texts, each parsed twice, on a possibly busy machine. */
const timeout = 300_000;
/** Of CPU: ten times what the worst text takes. A rule that takes too long adds seconds. */
const maxMilliseconds = 500;
let slowest = 0;

test(
  "any text becomes one to twenty tasks, each with a title, a category and a valid due date or none",
  { timeout },
  () => {
    fc.assert(
      fc.property(anyText, zone, now, (text, timeZone, instant) => {
        const request = {
          text: text.slice(0, 2000),
          timeZone,
          now: instant,
          familyMembers: family,
        };
        const start = process.threadCpuUsage();
        const parsed = parseText(request);
        const { user, system } = process.threadCpuUsage(start);
        slowest = Math.max(slowest, (user + system) / 1_000);
        const { tasks } = parsed;
        for (const task of tasks) expectTask(task, request.text);
        expect(tasks.length).toBeGreaterThanOrEqual(1);
        expect(tasks.length).toBeLessThanOrEqual(20);
        expect(
          tasks.every(
            ({ source }, index) => index === 0 || follows(source, tasks[index - 1]!.source),
          ),
        ).toBe(true);
        expect(parseText(request)).toEqual(parsed);
      }),
      depth({ full: 10_000, part: 500 }),
    );
    expect(slowest).toBeLessThan(maxMilliseconds);
  },
);

test.for(Object.getOwnPropertyNames(Object.prototype))("“%s” is a word like any other", (word) => {
  const request = {
    timeZone: "America/New_York",
    now: "2031-03-05T15:00:00.000Z",
    familyMembers: family,
  };
  for (const text of [`on ${word}`, `${word} 5`, `twenty ${word}`, `buy ${word} tomorrow at 3`]) {
    expect(parseOne({ ...request, text }).title.toLowerCase()).toContain(word.toLowerCase());
  }
});

test.for(["when is", "who has", "what does", "does", "any"])(
  "“%s” may stand before a name that ends in a time of day",
  (words) => {
    const request = { timeZone: "UTC", now: "2031-03-05T15:00:00.000Z", familyMembers: family };
    const { intent } = parseText({ ...request, text: `${words} Holly Noon` });
    expect(intent).toMatchObject({ type: "question", words: "Holly", who: null });
  },
);

/** Tasks on several days come from the same words. */
function follows(source: Span, before: Span): boolean {
  return source.start >= before.end || isDeepStrictEqual(source, before);
}

function expectTask(
  {
    title,
    undatedTitle,
    category,
    due,
    remindAt,
    repeats,
    otherDues,
    notUnderstood,
    assignee,
    source,
    dueWords,
  }: ParsedRequest,
  text: string,
): void {
  expect(["Kids", "Household", "Elders"]).toContain(category);
  for (const each of [title, undatedTitle]) {
    expect(each.trim().length).toBeGreaterThan(0);
    expect(each.length).toBeLessThanOrEqual(300);
  }
  for (const each of [due, remindAt, ...otherDues])
    expect(each === null || isValid(each)).toBe(true);
  expect(due?.instant ?? "").toSatisfy(
    (instant: string) => remindAt === null || remindAt.instant <= instant,
  );
  expect(repeats === null || /^FREQ=[A-Z]+(;[A-Z]+=[\w,-]+)*$/.test(repeats.rule)).toBe(true);
  expect([null, "Dan", "Holly Noon"]).toContain(assignee);
  const spans = [source, ...dueWords, ...notUnderstood];
  expect(spans.every(({ start, end }) => 0 <= start && start <= end && end <= text.length)).toBe(
    true,
  );
}

function isValid({ local, instant }: { local: string; instant: string }): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(local) && new Date(instant).toISOString() === instant;
}
