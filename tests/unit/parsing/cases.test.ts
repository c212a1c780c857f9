import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parseRequest } from "#app/domain/parsing/parse-request.ts";
import { mistakesIn, readCases } from "#tests/bench/parse/cases.ts";

const OWN = new URL("../../bench/parse/cases.txt", import.meta.url);
const SHARED = new URL("../../../../shared/parse/cases.txt", import.meta.url);
/** A request a line; the parser still gets them wrong. */
const NOT_YET = readFileSync(new URL("not-understood-yet.txt", import.meta.url), "utf8")
  .split("\n")
  .filter(Boolean);

test.each(readCases(OWN))("“$text” becomes the task it means", (request) => {
  expect(mistakesIn(request, parseRequest(request))).toEqual([]);
});

test.skipIf(!existsSync(SHARED))(
  "the worked cases of the rules become what they say, but for those listed as not understood yet (skipped where absent)",
  () => {
    const wrong = readCases(SHARED).filter((request) => mistakesIn(request, parseRequest(request)).length > 0);
    // A case that has been mended must leave the list.
    expect(wrong.map(({ text }) => text)).toEqual(NOT_YET);
  },
);
