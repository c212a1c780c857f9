import { expect, test } from "vitest";
import { readPhoneNumber, formatPhoneNumber } from "#app/domain/core/phone.server.ts";

test.each([
  ["(201) 555-0123", "+12015550123", "(201) 555-0123"],
  [" 201.555.0123 ", "+12015550123", "(201) 555-0123"],
  ["+1 201 555 0123", "+12015550123", "(201) 555-0123"],
  ["1-604-555-0123", "+16045550123", "(604) 555-0123"],
  ["+44 7400 123456", "+447400123456", "+44 7400 123456"],
  ["0049 1512 3456789", "+4915123456789", "+49 1512 3456789"],
  ["+49 (0) 30 123456", "+4930123456", "+49 30 123456"],
  ["+٩٧١٥٠١٢٣٤٥٦٧", "+971501234567", "+971 50 123 4567"],
])("%s is %s, shown as %s, which parses to the same number", (typed, number, shown) => {
  expect(readPhoneNumber(typed)).toEqual({ number });
  expect(formatPhoneNumber(number)).toBe(shown);
  expect(readPhoneNumber(shown)).toEqual({ number });
});

test("with allowed countries, a number of another country is refused with their names", () => {
  const countries = ["US", "CA", "GB"];
  for (const own of ["(201) 555-0123", "1-604-555-0123", "+44 7400 123456"]) {
    expect(readPhoneNumber(own, countries)).toEqual(readPhoneNumber(own));
  }
  const problem =
    "I can only text numbers in these countries: United States, Canada, United Kingdom";
  expect(readPhoneNumber("+49 30 123456", countries)).toEqual({ problem });
});

test.each([
  ["call me", /doesn't look like/],
  ["1", /doesn't look like/],
  ["(201) 555-0123 ext. 7", /doesn't look like/],
  ["call me at (201) 555-0123", /doesn't look like/],
  ["9".repeat(300), /doesn't look like/],
  ["555-0123", /number doesn't exist.*Outside the US/],
  ["7400 123456", /number doesn't exist.*Outside the US/],
  ["+44 7400 12345678", /number doesn't exist/],
  ["+999 12345678", /doesn't look like/],
  ["+1 900 234 5678", /premium or service/],
  ["+44 909 879 0000", /premium or service/],
  ["+1 800 234 5678", /premium or service/],
  ["+979 123 456 789", /belong to any country/],
  ["+870 301 234 567", /belong to any country/],
])("%s is refused", (typed, problem) => {
  expect(readPhoneNumber(typed)).toEqual({ problem: expect.stringMatching(problem) });
});
