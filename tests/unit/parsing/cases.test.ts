import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { parseRequest } from "#app/domain/parsing/parse-request.ts";
import { mistakesIn, readCases } from "#tests/bench/parse/cases.ts";

const OWN = new URL("../../bench/parse/cases.txt", import.meta.url);
const SHARED = new URL("../../../../shared/parse/cases.txt", import.meta.url);

test.each(readCases(OWN))("“$text” becomes the task it means", (request) => {
  expect(mistakesIn(request, parseRequest(request))).toEqual([]);
});

test.skipIf(!existsSync(SHARED))(
  "the worked cases of the rules become what they say (skipped where they are not at hand)",
  () => {
    const mistakes = readCases(SHARED).flatMap((request) =>
      mistakesIn(request, parseRequest(request)).map((mistake) => `${request.text}: ${mistake}`),
    );
    expect(mistakes).toEqual([]);
  },
);
