import { afterAll, beforeAll, expect, test } from "vitest";
import { tomorrow } from "../../support/text/days.ts";
import { type FormsMila, formsMila, newNora, say } from "./forms-mila.ts";

let mila: FormsMila;

beforeAll(async () => {
  mila = await formsMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

test("a day without a time shows none, on Home and in the week", async () => {
  const { nora } = await newNora(mila);
  await say(nora, "mow the lawn tomorrow");
  await say(nora, "call the vet tomorrow at 3");
  expect(nora.card("Mow the lawn").text).not.toContain("12:00 PM");
  expect(nora.card("Call the vet").text).toContain("3:00 PM");
  await nora.visit(`/week?from=${tomorrow().toString()}`);
  expect(nora.text).toContain("3:00 PM Call the vet");
  expect(nora.text).not.toContain("12:00 PM");
});

test("the page that asks before saving tells a usual time from a said one", async () => {
  const { nora } = await newNora(mila);
  const confirm = async (text: string, time?: string) => {
    await nora.visit(`/tasks/confirm?${new URLSearchParams({ text })}`);
    if (time) nora.fill("Due date", `${tomorrow().toString()}T${time}`);
    await nora.press("Save task");
  };
  await confirm("mow the lawn tomorrow");
  expect(nora.card("Mow the lawn").text).not.toContain("12:00 PM");
  await confirm("water the plants tomorrow at noon");
  expect(nora.card("Water the plants").text).toContain("12:00 PM");
  await confirm("clean the gutters tomorrow", "12:05");
  expect(nora.card("Clean the gutters").text).toContain("12:05 PM");
});

test("a repeating task shows no time that nobody said", async () => {
  const { nora } = await newNora(mila);
  await say(nora, "water the plants every 3 days");
  await say(nora, "give Oma her pills every day at 8 am");
  expect(nora.card("Water the plants").text).toContain("Every 3 days");
  expect(nora.card("Water the plants").text).not.toContain("12 PM");
  expect(nora.text).toContain("Every day 8 AM");
});

test("a task that is moved by a day's button keeps the time that was said", async () => {
  const { nora } = await newNora(mila);
  await say(nora, "call the vet tomorrow at 3");
  await nora.card("Call the vet").follow("More");
  await nora.follow("Date");
  await nora.press(/^Tomorrow/);
  expect(nora.card("Call the vet").text).toContain("3:00 PM");
});

test("a new task's day and time are said at once", async () => {
  const { nora } = await newNora(mila);
  await say(nora, "call the vet tomorrow at 3");
  expect(nora.toast).toContain("Added to Household · Tomorrow, 3:00 PM");
  await say(nora, "mow the lawn tomorrow");
  // Only the reminder has a time.
  expect(nora.toast).toContain(
    "Added to Household · Tomorrow Mow the lawn Remind you? At 12:00 PM",
  );
  await say(nora, "order groceries");
  await nora.visit("/dashboard");
  expect(nora.card("Order groceries").text).toContain("Add a date");
});

test("a new task's toast names what is unsure, and nothing of a sure one", async () => {
  const { nora } = await newNora(mila);
  await say(nora, "Soccer on January 11 2031 at 8");
  expect(nora.toast).toContain("Please check the date");
  await say(nora, "call the vet tomorrow at 3pm");
  expect(nora.toast).not.toContain("Please check");
});

test("a day without a time stands before the day's times, on Home, in the week and in answers", async () => {
  const { nora } = await newNora(mila);
  await say(nora, "call the vet tomorrow at 9");
  await say(nora, "mow the lawn tomorrow");
  await say(nora, "water the plants tomorrow at 3pm");
  const order = /Mow the lawn.*Call the vet.*Water the plants/i;
  expect(nora.headings(3).join(" ")).toMatch(order);
  await nora.visit(`/week?from=${tomorrow().toString()}`);
  expect(nora.text).toMatch(order);
  await say(nora, "what's on tomorrow?");
  expect(nora.headings(3).slice(0, 3).join(" ")).toMatch(order);
});

test("where the whole date shows, a day without a time says so, and its reminders name theirs", async () => {
  const { nora } = await newNora(mila);
  await say(nora, "call the vet on June 14 2041 at noon");
  await nora.card("Call the vet").follow("More");
  expect(nora.text).not.toContain("any time that day");
  expect(nora.buttons()).toContain("At the time");
  await say(nora, "mow the lawn on June 14 2041");
  await nora.card("Mow the lawn").follow("More");
  expect(nora.text).toContain("Jun 14, 2041, 12:00 PM (any time that day)");
  expect(nora.buttons()).toEqual(expect.arrayContaining(["At 12:00 PM", "At 11:00 AM"]));
  expect(nora.buttons()).not.toContain("At the time");
  await nora.press("At 11:00 AM");
  expect(nora.text).toContain("Jun 14, 2041, 11:00 AM That day");
});
