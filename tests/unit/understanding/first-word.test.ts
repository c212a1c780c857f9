import { expect, test } from "vitest";
import { parseOne } from "./tables.ts";

/** On Wednesday at 08:30 in New York. */
const parse = (text: string) =>
  parseOne({ text, timeZone: "America/New_York", now: "2026-10-07T12:30:00Z", familyMembers: [] });

test.each([
  "bob@example.com needs the form",
  "bob.smith+kids@school.example.org sent the slip",
  "example.com renewal",
  "www.example.com renewal",
  "http://school.example/forms fill in",
  "mailto:bob@example.com write",
  "tel:+12015550123 call",
  "@anna bring snacks",
  "#party buy balloons",
  "report.pdf print",
  "my_notes print",
  "iPhone repair",
  "eBay auction",
])("“%s” begins with a word that keeps its small letter", (title) => {
  expect(parse(`${title} on Friday`)).toMatchObject({ title, due: { local: "2026-10-09T12:00" } });
  expect(parse(`remind me tomorrow ${title}`).title).toBe(title);
});

test.each([
  ["milk/eggs", "Milk/eggs"],
  ["t-shirt wash", "T-shirt wash"],
  ["o'neil called", "O'neil called"],
  ["éclair order", "Éclair order"],
  ["(urgent) call mom", "(Urgent) call mom"],
  ["call bob@example.com", "Call bob@example.com"],
])("“%s” begins with an ordinary word", (text, title) => expect(parse(text).title).toBe(title));
