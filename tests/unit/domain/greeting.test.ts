import { expect, test } from "vitest";
import { greetingFor } from "#app/domain/accounts/profile/greeting.ts";

test.each([
  ["mom", 0, "Good morning, supermom!"],
  ["dad", 11, "Good morning, superdad!"],
  ["parent", 12, "Good afternoon, superparent!"],
  ["caregiver", 17, "Good afternoon, superstar!"],
  ["parent", 18, "Good evening, superparent!"],
  ["mom", 23, "Good evening, supermom!"],
] as const)("a %s at hour %i is greeted by %j", (role, hour, greeting) => {
  expect(greetingFor(role, hour)).toBe(greeting);
});
