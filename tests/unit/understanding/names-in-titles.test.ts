import { expect, test } from "vitest";
import { parseRequests } from "#app/domain/understanding/parse-requests.ts";

const familyMembers = [
  { name: "Leo", relation: "child" },
  { name: "Zoe", relation: "child" },
  { name: "McKenna Ray", relation: "child" },
  { name: "Bill", relation: "spouse" },
  { name: "Greta", relation: "grandparent" },
];

const titleOf = (text: string) =>
  parseRequests({ text, timeZone: "UTC", now: "2026-11-10T12:00:00Z", familyMembers })[0]!.title;

test.each([
  ["dentist leo tomorrow at 3", "Dentist Leo"],
  ["zoes shoes", "Zoe's shoes"],
  ["buy zoes shoes", "Buy Zoe's shoes"],
  ["return greta's book on friday", "Return Greta's book"],
  ["pick up mckenna ray and leo at 5", "Pick up McKenna Ray and Leo"],
  ["swim (leo)", "Swim (Leo)"],
  ["call about leo.", "Call about Leo"],
  ["pick up LEO", "Pick up LEO"],
  ["pay the bill", "Pay the bill"],
  ["dinner with bill on friday", "Dinner with Bill"],
  ["email leo@school.org about the trip", "Email leo@school.org about the trip"],
  ["sign the form at school.org/a?class=2", "Sign the form at school.org/a?class=2"],
  ["dentist for ray tomorrow", "Dentist for ray"],
  ["vet for greta dec 4 3:15pm", "Vet for Greta"],
  ["vet for luna dec 4 3:15pm", "Vet for luna"],
])("the title of “%s” writes names as the family does: “%s”", (text, title) => {
  expect(titleOf(text)).toBe(title);
});

test.each([
  ["book flights for christmas", "Book flights for Christmas"],
  ["buy fireworks for new year's eve", "Buy fireworks for New Year's Eve"],
  ["buy a card for mothers day", "Buy a card for Mothers Day"],
  ["green shirts for st. patrick's day", "Green shirts for St. Patrick's Day"],
  ["hide the easter eggs on sunday at 7", "Hide the Easter eggs"],
  ["snacks for the cinco de mayo party", "Snacks for the Cinco de Mayo party"],
  ["plan the mlk day trip", "Plan the MLK Day trip"],
  ["buy CHRISTMAS lights", "Buy CHRISTMAS lights"],
  ["cut out valentines for class", "Cut out valentines for class"],
  ["write to christmas@school.org by friday", "Write to christmas@school.org"],
])("the title of “%s” writes holidays as names: “%s”", (text, title) => {
  expect(titleOf(text)).toBe(title);
});

test.each([
  ["book flights to denver on friday", "Book flights to Denver"],
  ["i'm in new york monday to wednesday", "I'm in New York"],
  ["cancel netflix", "Cancel Netflix"],
  ["pick up moms prescription at cvs", "Pick up moms prescription at CVS"],
  ["write to info@denver.org by friday", "Write to info@denver.org"],
  ["a nice reading lamp", "A nice reading lamp"],
])("the title of “%s” writes places and makers as names: “%s”", (text, title) => {
  expect(titleOf(text)).toBe(title);
});
