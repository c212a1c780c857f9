import { afterAll, beforeAll, expect, test } from "vitest";
import { newSam } from "../../support/people/second-parent.ts";
import { addTask } from "../../support/records/add-task.ts";
import { type FormsMila, formsMila, newNora, say } from "./forms-mila.ts";

let mila: FormsMila;

beforeAll(async () => {
  mila = await formsMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

test("a task that somebody else deleted is found again and restored with its date", async () => {
  const { nora, family } = await newNora(mila);
  const sam = await newSam(mila, family);
  const vet = await addTask(family, { title: "Call the vet", dueDate: "2041-06-09T15:00" });
  await addTask(family, { title: "Stays" });
  await sam.post(`/tasks/${vet}/delete`);
  await nora.visit("/preferences");
  await nora.follow("Recently deleted");
  expect(nora.text).toMatch(
    /Call the vet Household Jun 9, 2041, 3:00 PM Deleted by Sam, today at \d+:\d\d [AP]M/,
  );
  expect(nora.text).not.toContain("Stays");
  await nora.press("Restore: Call the vet");
  expect(nora.url).toBe("/deleted");
  expect(nora.toast).toContain("Task restored");
  expect(nora.text).toContain("Nothing was deleted.");
  await nora.visit("/dashboard");
  expect(nora.card("Call the vet").text).toContain("Jun 9, 2041");
});

test("all come back at once, but not a date after which its series has gone on", async () => {
  const { nora, family } = await newNora(mila);
  for (const title of ["Call the vet", "Pay the rent"])
    await family.post(`/tasks/${await addTask(family, { title })}/delete`);
  await say(nora, "trash every Tuesday at 7pm");
  await nora.card("Trash").follow("More");
  await nora.press("Delete only this one");
  await nora.card("Trash").press("Mark as complete");
  await nora.visit("/deleted");
  nora.unfold("Restore all 3");
  await nora.press("Restore 3 tasks");
  expect(nora.toast).toContain("2 tasks restored");
  expect(nora.toast).toContain("One date stays deleted: what repeats has gone on.");
  await nora.visit("/dashboard");
  for (const title of ["Call the vet", "Pay the rent"])
    expect(nora.card(title).text).toContain(title);
  // The one that is open, and the one that was done.
  expect(nora.headings(3).filter((title) => title === "Trash")).toHaveLength(2);
});

test("what became an item of a list leaves it again", async () => {
  const { nora, family } = await newNora(mila);
  const id = await addTask(family, { title: "Buy a rake" });
  await family.post(`/tasks/${id}/list`, { list: "shopping" });
  await nora.visit("/lists/shopping");
  expect(nora.text).toContain("Buy a rake");
  await nora.visit("/deleted");
  await nora.press("Restore: Buy a rake");
  await nora.visit("/lists/shopping");
  expect(nora.text).not.toContain("Buy a rake");
  await nora.visit("/dashboard");
  expect(nora.card("Buy a rake").text).toContain("Buy a rake");
});

test("a deleted list comes back with its items", async () => {
  const { nora, family } = await newNora(mila);
  const made = await family.post("/lists", { name: "Camping" });
  const list = made.headers.get("location")!;
  await family.post(`${list}/items`, { text: "tent, rope" });
  await family.post(`${list}/delete`);
  await nora.visit("/deleted");
  await nora.press("Restore: Camping");
  expect(nora.toast).toContain("The list is back");
  expect(nora.url).toBe("/deleted");
  await nora.visit(list);
  expect(nora.text).toMatch(/Tent.*Rope/);
});

test("fifty stand on a page, and older ones on the next", async () => {
  const { nora, family } = await newNora(mila);
  const titles = Array.from({ length: 52 }, (_, index) => `Task ${index + 1} of 52`);
  for (const title of titles)
    await family.post(`/tasks/${await addTask(family, { title })}/delete`);
  await nora.visit("/deleted");
  const shown = () =>
    nora.buttons().flatMap((name) => /^Restore: (Task \d+ of 52)$/.exec(name)?.[1] ?? []);
  expect(shown()).toEqual(titles.toReversed().slice(0, 50));
  await nora.follow("Older ones");
  expect(shown()).toEqual(["Task 2 of 52", "Task 1 of 52"]);
  nora.unfold("Restore all 2");
  await nora.press("Restore 2 tasks");
  expect(nora.toast).toContain("2 tasks restored");
  expect(shown()).toHaveLength(50);
});
