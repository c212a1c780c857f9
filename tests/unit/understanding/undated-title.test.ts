import { expect, test } from "vitest";
import { parseRequests } from "#app/domain/understanding/parse-requests.ts";

const undated = (text: string) =>
  parseRequests({
    text,
    timeZone: "America/New_York",
    now: "2026-10-07T12:30:00Z",
    familyMembers: [
      { name: "Nora", relation: "child" },
      { name: "Dan", relation: "spouse" },
    ],
  }).map(({ undatedTitle }) => undatedTitle);

test.each([
  ["pick up Nora at 3 tomorrow", "Pick up Nora at 3 tomorrow"],
  ["take Nora at 5 to the dentist", "Take Nora at 5 to the dentist"],
  ["Tomorrow take Nora to the dentist at 5", "Tomorrow take Nora to the dentist at 5"],
  ["by Friday at noon pay the rent", "By Friday at noon pay the rent"],
  ["pay the rent no later than the 1st", "Pay the rent no later than the 1st"],
  ["the library books are due Monday", "The library books are due Monday"],
  ["Due Friday: science project", "Due Friday: science project"],
  ["the recital's at 5", "The recital's at 5"],
  ["Dinner (7pm)", "Dinner (7pm)"],
  ["Dentist, Friday", "Dentist, Friday"],
  ["piano every Tuesday from 4 to 5", "Piano every Tuesday from 4 to 5"],
  ["buy a cake for Halloween by Friday", "Buy a cake for Halloween by Friday"],
  [
    "the dentist is on Friday, remind me the day before",
    "The dentist is on Friday, remind me the day before",
  ],
  ["tmrw vet, bring the cat", "Tmrw vet, bring the cat"],
  ["Friday at 5", "Friday at 5"],
  ["in 20 minutes check the oven", "In 20 minutes check the oven"],
])("the undated title of “%s” is “%s”", (text, title) => {
  expect(undated(text)).toEqual([title]);
});

test.each([
  [
    "hey Mila can you please remind me to call grandma tomorrow morning, thanks",
    "Call grandma tomorrow morning",
  ],
  ["remind me on Friday to call mom", "On Friday call mom"],
  ["I need to go Friday to the lake house", "Go Friday to the lake house"],
  ["ask Dan to get milk at 6", "Get milk at 6"],
])("an undated title has no filler words: “%s” is “%s”", (text, title) => {
  expect(undated(text)).toEqual([title]);
});

test.each([
  ["milk and eggs", ["Milk and eggs"]],
  ["call the vet, it is not urgent", ["Call the vet, it is not urgent"]],
  [
    "tomorrow pick up Nora at 3 and order groceries",
    ["Tomorrow pick up Nora at 3", "Order groceries"],
  ],
  ["wash the car and mow the lawn on Saturday", ["Wash the car", "Mow the lawn on Saturday"]],
])("time words go back to their own task: “%s”", (text, titles) => {
  expect(undated(text)).toEqual(titles);
});

test("a long undated title is shortened", () => {
  const [title = ""] = undated(`pay ${"the very long ".repeat(30)}bill tomorrow`);
  expect(title.length).toBeLessThanOrEqual(300);
});
