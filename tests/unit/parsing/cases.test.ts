import { expect, test } from "vitest";
import { parseRequest } from "#app/domain/parsing/parse-request.ts";
import { allCases, mistakesIn } from "#tests/bench/parse/cases.ts";

test.each(allCases)("“$text” becomes the task it means", (request) => {
  expect(mistakesIn(request, parseRequest(request))).toEqual([]);
});
