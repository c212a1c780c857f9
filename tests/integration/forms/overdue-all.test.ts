import { afterAll, beforeAll, expect, test } from "vitest";
import { addTask } from "../../support/records/add-task.ts";
import { browserOf, type FormsMila, formsMila, newNora } from "./forms-mila.ts";

let mila: FormsMila;

beforeAll(async () => {
  mila = await formsMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

async function withOverdue() {
  const { nora, family } = await newNora(mila);
  for (const title of ["Call the vet", "Pay the rent", "Oil change"])
    await addTask(family, { title, dueDate: "2020-01-05T15:00" });
  return { nora, family };
}

test("all that is overdue moves to one day, and one Undo brings it back", async () => {
  const { nora } = await withOverdue();
  await nora.visit("/overdue");
  await nora.follow("See all 3 at once");
  expect(nora.heading).toBe("All overdue");
  nora.uncheck(/Pay the rent/);
  nora.fill("Another day", "2041-06-15");
  await nora.press("Move there");
  expect(nora.toast).toContain("2 tasks moved to Saturday, Jun 15");
  expect(nora.url).toBe("/tasks/select?overdue=on");
  expect(nora.fields().join()).not.toContain("Call the vet");
  await nora.press("Undo");
  expect(nora.toast).toContain("2 tasks are back");
  expect(nora.fields().join()).toMatch(/Call the vet.*Pay the rent.*Oil change/);
  await nora.press("Done");
  expect(nora.toast).toContain("3 tasks completed");
  expect(nora.url).toBe("/dashboard");
});

test("without a tick or a day, the form says what is missing and keeps the rest", async () => {
  const { nora } = await withOverdue();
  await nora.visit("/tasks/select?overdue=on");
  await nora.press("Move there", { status: 400 });
  expect(nora.text).toContain("Please choose a date");
  for (const name of [/Call the vet/, /Pay the rent/, /Oil change/]) nora.uncheck(name);
  await nora.press("Done", { status: 400 });
  expect(nora.text).toContain("Please tick at least one task");
});

test("Undo says what stays, and who has changed it since", async () => {
  const { nora, family } = await withOverdue();
  await nora.visit("/tasks/select?overdue=on");
  nora.fill("Another day", "2041-06-15");
  await nora.press("Move there");
  const other = browserOf(mila, family);
  await other.visit("/dashboard");
  await other.card("Pay the rent").press("Mark as complete");
  await nora.press("Undo");
  expect(nora.toast).toContain("2 tasks are back");
  expect(nora.toast).toContain("You completed this a moment ago.");
  expect(nora.toast).toContain("Pay the rent");
});

test("a date that was chosen is taken back with Undo, and the review goes on with that task", async () => {
  const { nora, family } = await newNora(mila);
  await addTask(family, { title: "Call the vet", dueDate: "2020-02-03T08:00" });
  await nora.visit("/overdue");
  await nora.press("Extend Due Date");
  await nora.press("Save");
  expect(nora.toast).toContain("Task saved!");
  expect(nora.url).toBe("/dashboard");
  await nora.press("Undo");
  expect(nora.toast).toContain("1 task is back");
  expect(nora.heading).toMatch(/^This one is overdue: /);
  expect(nora.text).toContain("It was due Feb 3, 2020, 8:00 AM.");
});
