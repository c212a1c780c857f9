import { expect, test } from "vitest";
import { saysNothingToDo } from "#app/domain/understanding/message/says-nothing.ts";

const [now, timeZone] = ["2031-06-04T14:00:00.000Z", "America/New_York"];

test.for([
  "tomorrow",
  "Tomorrow at 3pm.",
  "Monday",
  "on Monday please",
  "next week",
  "at 5",
  "every day",
  "um",
  "Hey Mila",
  "ok thanks",
  "remind me tomorrow",
  "uh tomorrow please",
])("“%s” says nothing to do", (text) => {
  expect(saysNothingToDo(text, now, timeZone)).toBe(true);
});

test.for([
  "Emma",
  "dentist",
  "dentist tomorrow",
  "Milk",
  "call mom",
  "picture day",
  "Monday meeting",
  "pay",
  "🎂",
  "Müll",
  "牛乳を買う",
])("“%s” says something to do", (text) => {
  expect(saysNothingToDo(text, now, timeZone)).toBe(false);
});
