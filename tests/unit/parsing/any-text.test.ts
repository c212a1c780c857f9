import * as fc from "fast-check";
import { expect, test } from "vitest";
import { parseRequest } from "#app/domain/parsing/parse-request.ts";
import { WORST_TEXTS } from "#tests/bench/parse/worst-texts.ts";

const family = [
  { name: "May", relation: "child" },
  { name: "Ana María", relation: "grandparent" },
  { name: "", relation: "other" },
];
const words = fc.constantFrom(
  ..."at by on in the of every other next last first May 5 31 12:30 am pm 10/19 2/30 Feb 29 Friday week weeks from before after Christmas half past to - , ' 's . noon for two a and year 9999".split(
    " ",
  ),
);
const anyText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 2000 }),
  fc.string({ unit: "grapheme", maxLength: 600 }),
  fc.array(words, { maxLength: 60 }).map((said) => said.join(" ")),
  fc
    .array(fc.oneof(words, fc.constantFrom("مرحبا", "\u202e", "\0", "👩‍👩‍👧", "\ud83d", "שלום", "\n", "<b>")), {
      maxLength: 60,
    })
    .map((said) => said.join("")),
  fc.constantFrom(...Object.values(WORST_TEXTS)),
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

test("any text becomes a task with a title, a category and no due date or a real one", () => {
  fc.assert(
    fc.property(anyText, zone, now, (text, timeZone, asked) => {
      const request = { text: text.slice(0, 2000), timeZone, now: asked, familyMembers: family };
      const task = parseRequest(request);
      expect(["Kids", "Household", "Elders"]).toContain(task.category);
      expect(task.title.trim().length).toBeGreaterThan(0);
      expect(task.title.length).toBeLessThanOrEqual(300);
      expect(task.due === null || isReal(task.due)).toBe(true);
      expect(parseRequest(request)).toEqual(task);
    }),
    { numRuns: 10_000 },
  );
});

function isReal({ local, instant }: { local: string; instant: string }): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(local) && new Date(instant).toISOString() === instant;
}
