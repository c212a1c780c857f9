import { expect, test } from "vitest";
import { parseOne } from "./tables.ts";

const parse = (text: string) =>
  parseOne({
    text,
    timeZone: "America/New_York",
    now: "2026-10-07T12:30:00Z",
    familyMembers: [{ name: "Nora", relation: "child" }],
  });

test("the words that set the date come with their place in the text", () => {
  const text = "Tomorrow take Nora to the dentist at 5";
  expect(
    parse(text)
      .dueWords.map(({ start, end }) => text.slice(start, end))
      .toSorted(),
  ).toEqual(["Tomorrow", "at 5"]);
});

test("“this time tomorrow” is the current time of day", () => {
  expect(parse("this time tomorrow call the bank")).toMatchObject({
    title: "Call the bank",
    due: { local: "2026-10-08T08:30" },
  });
});

test.each([
  [
    "remind me the day before Nora's party on Saturday to buy balloons",
    "Buy balloons",
    "2026-10-09T12:00",
  ],
  ["remind me the night before the trip on Friday to pack", "Pack", "2026-10-08T18:00"],
])("“%s” is due before the day that it names", (text, title, due) => {
  expect(parse(text)).toMatchObject({ title, due: { local: due }, remindAt: null });
});

test.each([
  [
    "the recital is on October 20th, remind me the day before",
    "The recital",
    "10-20T12:00",
    "10-19T12:00",
  ],
  ["dentist on Friday at 3, remind me the night before", "Dentist", "10-09T15:00", "10-08T18:00"],
  [
    "the rent is due on the 1st, remind me two days before",
    "The rent",
    "11-01T12:00",
    "10-30T12:00",
  ],
  ["vet tomorrow at 9 and remind me an hour before", "Vet", "10-08T09:00", "10-08T08:00"],
  ["remind me at 7 pm to call grandma at 8", "Call grandma", "10-07T20:00", "10-07T19:00"],
  ["remind me in 20 minutes to check the oven", "Check the oven", "10-07T08:50", "10-07T08:50"],
  [
    "pick up the cake tomorrow at 5 with a reminder at 4",
    "Pick up the cake",
    "10-08T17:00",
    "10-08T16:00",
  ],
])("“%s” has a due time and a reminder", (text, title, due, remindAt) => {
  expect(parse(text)).toMatchObject({
    title,
    due: { local: `2026-${due}` },
    remindAt: { local: `2026-${remindAt}` },
  });
});

test.each([
  "remind me on Friday to pay the gas bill",
  "remind me tonight to lock the shed",
  "call the bank at 5",
])("“%s” asks for no reminder of its own", (text) => expect(parse(text).remindAt).toBeNull());

test.each([
  ["water the ferns every other Friday at 5", "FREQ=WEEKLY;INTERVAL=2;BYDAY=FR", "due"],
  ["change the filter every 3 months after it was done", "FREQ=MONTHLY;INTERVAL=3", "done"],
  ["swim on Mondays, Wednesdays and Fridays", "FREQ=WEEKLY;BYDAY=MO,WE,FR", "due"],
  ["pay the rent on the last day of every month", "FREQ=MONTHLY;BYMONTHDAY=-1", "due"],
  ["send a card every year on May 3", "FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=3", "due"],
  ["drops every 12 hours", "FREQ=HOURLY;INTERVAL=12", "due"],
])("“%s” repeats", (text, rule, from) => {
  expect(parse(text).repeats).toEqual({ rule, from });
});

test("a task that is due once does not repeat", () => {
  expect(parse("call the bank on Friday").repeats).toBeNull();
});

test.each([
  ["piano every Tuesday at 4 starting Oct 15", "2026-10-20T16:00"],
  ["starting Oct 15 piano every Thursday at 4", "2026-10-15T16:00"],
  ["take vitamins every day starting Monday", "2026-10-12T12:00"],
  ["water the ferns every 2 weeks starting Friday", "2026-10-09T12:00"],
  ["pay the gardener every month beginning Nov 5", "2026-11-05T12:00"],
])("the repetition “%s” is due on its first day", (text, due) => {
  expect(parse(text).due?.local).toBe(due);
});

test("the description keeps a repetition", () => {
  expect(parse("water the ferns every other Friday")).toMatchObject({
    title: "Water the ferns",
    description: "every other Friday",
    due: { local: "2026-10-09T12:00" },
  });
});

test.each([
  ["water the ferns every other Friday", true],
  ["piano every Tuesday from 4 to 5", false],
  ["vacuum tomorrow", false],
])("the description of “%s” says only how it repeats: %s", (text, isDescriptionRepeated) => {
  expect(parse(text)).toMatchObject({ isDescriptionRepeated });
});

test("the description keeps a range", () => {
  expect(parse("Meet the roofer between 2 and 4 on Friday").description).toBe(
    "between 2 and 4 on Friday",
  );
});

test("a short request has no description", () => {
  expect(parse("buy milk tomorrow").description).toBeNull();
});

test("a long text gets its first sentence as the title, and all of it as the description", () => {
  const text = `Ask the school about the trip. ${"They said that it may rain and that boots are needed. ".repeat(10)}`;
  expect(parse(text)).toMatchObject({
    title: "Ask the school about the trip",
    description: text.trim(),
  });
});

test("a long text without sentences is cut between words", () => {
  const { title } = parse("word ".repeat(200));
  expect(title).toMatch(/^Word( word)+…$/);
  expect(title.length).toBeLessThanOrEqual(300);
});

test.each(["", "   ", "!!!", "\u0000\u202e"])("an empty text (%j) still gets a title", (text) => {
  expect(parse(text).title).not.toBe("");
});

test("a text that is only a time keeps it as its title", () => {
  expect(parse("tomorrow at 5")).toMatchObject({
    title: "Tomorrow at 5",
    due: { local: "2026-10-08T17:00" },
  });
});

test("fifty dates in one line make one task", () => {
  const task = parse(
    "call the bank " + Array.from({ length: 50 }, (_, day) => `10/${(day % 28) + 1}`).join(" "),
  );
  expect(task.due).not.toBeNull();
  expect(task.title.startsWith("Call the bank")).toBe(true);
});

test("HTML is text like any other", () => {
  expect(parse("<b>call</b> the bank tomorrow").title).toContain("call");
});

test("a date in the past sets no due date and stays in the title", () => {
  expect(parse("find the receipt from 3/4/2024")).toMatchObject({
    due: null,
    title: "Find the receipt from 3/4/2024",
  });
});

test("a year in the far future sets no due date", () => {
  expect(parse("in 9999 years open the capsule").due).toBeNull();
});
