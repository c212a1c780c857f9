import { expect, test } from "vitest";
import { parseRequests } from "#app/domain/understanding/parse-requests.ts";
import { unreadRepetition } from "#app/domain/tasks/readings/unread-repetition.ts";

function unread(text: string): string[] {
  const now = "2026-11-23T18:00:00.000Z";
  const drafts = parseRequests({ text, now, timeZone: "America/New_York", familyMembers: [] });
  return drafts.map((draft) => unreadRepetition(text, draft));
}

test.each([
  ["gym twice a week", "twice a week"],
  ["water the plants 3 times per month", "3 times per month"],
  ["antibiotics every 8 hours", "every 8 hours"],
  ["change the filter every 1000 days", "every 1000 days"],
  ["call Grandma every now and then", "every now and then"],
  ["prune the roses every few seasons", "every few seasons"],
  ["walk in the woods every season", "every season"],
  ["gym 3x a week", "3x a week"],
  ["mow the lawn every two to three weeks", "every two to three weeks"],
  ["gym three times weekly", "three times weekly"],
  ["vitamins twice daily", "twice daily"],
  ["call Grandma several times a month", "several times a month"],
])("“%s”: nobody read “%s”", (text, words) => expect(unread(text)).toEqual([words]));

test.each([
  "trash every Tuesday",
  "pay rent monthly",
  "vitamins once daily",
  "filter every 3 months after it was done",
  "buy milk tomorrow",
  "check every room on Friday",
  "thank each guest tomorrow",
  "read Twice upon a time tomorrow",
])("“%s” leaves no repetition unread", (text) => expect(unread(text).join("")).toBe(""));

test("a long row of numbers takes no longer than other words", () => {
  const text = `every ${"1 ".repeat(28)}x`;
  const startedAt = performance.now();
  expect(
    unreadRepetition(text, {
      repeats: null,
      unreadRepetition: null,
      source: { start: 0, end: text.length },
    }),
  ).toBe("");
  expect(performance.now() - startedAt).toBeLessThan(1_000);
});
