import { expect, test } from "vitest";
import { parseRequests } from "#app/domain/understanding/parse-requests.ts";

function parse(text: string) {
  const now = "2026-11-23T09:00:00.000Z";
  return parseRequests({ text, timeZone: "Europe/Berlin", now, familyMembers: [] })[0]!;
}

test.each([
  ["piano every Wednesday at 4 except school holidays", "School holidays"],
  ["piano every Wednesday at 4, not in the school holidays", "School holidays"],
  ["piano every Wednesday at 4 but not during school vacation", "School holidays"],
  ["piano every Wednesday except in the school holidays at 4", "School holidays"],
  ["piano every Wednesday at 4 outside of school holidays", "School holidays"],
  ["piano every Wednesday at 4 except during the summer holidays", "Summer holidays"],
])("%s", (text, except) => {
  const { title, due, repeats } = parse(text);
  expect({ title, due: due?.local, repeats }).toEqual({
    title: "Piano",
    due: "2026-11-25T16:00",
    repeats: { rule: "FREQ=WEEKLY;BYDAY=WE", from: "due", except },
  });
});

test.each([
  "book a trip for the school holidays",
  "pack everything except school books",
  "call mom except in the summer",
])("%s has no repetition, and keeps its words", (text) => {
  const { title, repeats } = parse(text);
  expect({ title: title.toLowerCase(), repeats }).toEqual({ title: text, repeats: null });
});
