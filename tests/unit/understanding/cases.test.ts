import { expect, test } from "vitest";
import { parseRequests } from "#app/domain/understanding/parse-requests.ts";
import { allCases, mistakesIn, notUnderstoodYet } from "#tests/bench/parse/cases.ts";
import { parseOne } from "./tables.ts";

test.each(allCases)("“$text” becomes the task it means", (request) => {
  expect(mistakesIn(request, parseOne(request))).toEqual([]);
});

test.each(notUnderstoodYet)(
  "“$text” is not understood yet (once it is, move it to the worked cases)",
  (request) => {
    const [task, ...others] = parseRequests(request);
    expect(others.length > 0 || mistakesIn(request, task!).length > 0).toBe(true);
  },
);
