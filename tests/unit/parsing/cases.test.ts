import { expect, test } from "vitest";
import { parseRequest } from "#app/domain/parsing/parse-request.ts";
import { allCases, mistakesIn, notUnderstoodYet } from "#tests/bench/parse/cases.ts";

test.each(allCases)("“$text” becomes the task it means", (request) => {
  expect(mistakesIn(request, parseRequest(request))).toEqual([]);
});

test.each(notUnderstoodYet)("“$text” is not understood yet (once it is, move it to the worked cases)", (request) => {
  expect(mistakesIn(request, parseRequest(request))).not.toEqual([]);
});
