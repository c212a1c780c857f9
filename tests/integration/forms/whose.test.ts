import { afterAll, beforeAll, expect, test } from "vitest";
import { addFamilyMember } from "../../support/records/add-family-member.ts";
import { addTask } from "../../support/records/add-task.ts";
import type { FormBrowser } from "../../support/product/form-browser.ts";
import { newSam } from "../../support/people/second-parent.ts";
import { type FormsMila, formsMila, newNora, say } from "./forms-mila.ts";

let mila: FormsMila;

beforeAll(async () => {
  mila = await formsMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

/** Sam has the oil change, Emma the vet, and nobody has the trash. */
async function newHome() {
  const { nora, family } = await newNora(mila);
  await newSam(mila, family);
  await addFamilyMember(family, { name: "Emma", relation: "child", phone: "", email: "" });
  const [oil, vet] = [
    await addTask(family, { title: "Oil change" }),
    await addTask(family, { title: "Vet" }),
  ];
  await addTask(family, { title: "Trash" });
  await nora.visit(`/tasks/${oil}/who`);
  await nora.press("Sam");
  await nora.visit(`/tasks/${vet}/who`);
  await nora.press("Emma");
  return { nora, family };
}

/** Opens the choice on Home. */
async function chooseOnHome(nora: FormBrowser, name: string) {
  nora.unfoldFirst(/^Whose tasks/);
  await nora.follow(name);
}

test("Home shows the tasks of one person, also by day and after a button", async () => {
  const { nora } = await newHome();
  await nora.visit("/dashboard?open=household-no-date");
  const everyone = nora.headings(3);
  expect(everyone).toEqual(expect.arrayContaining(["Oil change", "Vet", "Trash"]));
  await chooseOnHome(nora, "Sam");
  expect(nora.url).toMatch(/who=[\w-]+/);
  expect(nora.headings(3)).toEqual(["Oil change"]);
  await nora.follow("By day");
  expect(nora.url).toMatch(/view=day.*who=[\w-]+/);
  await nora.follow(/^No date/);
  expect(nora.headings(3)).toEqual(["Oil change"]);
  await nora.press("Always show this");
  expect(nora.url).toMatch(/who=[\w-]+/);
  await nora.card("Oil change").press("Mark as complete");
  expect(nora.url).toMatch(/who=[\w-]+/);
  expect(nora.headings(3)).not.toContain("Trash");
  await chooseOnHome(nora, "Emma");
  expect(nora.headings(3)).toEqual(["Vet"]);
  await chooseOnHome(nora, "Anyone");
  expect(nora.headings(3)).toEqual(["Trash"]);
  await chooseOnHome(nora, "Everyone");
  expect(nora.url).not.toContain("who=");
});

test("the week shows the dates of one person, and leads to another's by a face", async () => {
  const { nora, family } = await newHome();
  await say(nora, "trash every day at 7pm");
  await addTask(family, { title: "Bank", dueDate: "2101-06-10T15:00", assignee: "Sam" });
  await nora.visit("/week?from=2101-06-10");
  await nora.follow("Emma");
  expect(nora.heading).toBe("Emma's week");
  expect(nora.text).not.toContain("Bank");
  await nora.follow("Sam");
  expect(nora.text).toContain("Bank");
  expect(nora.text).not.toContain("7:00 PM");
  await nora.follow("Later");
  await nora.follow("Earlier");
  expect(nora.heading).toBe("Sam's week");
  expect(nora.text).toContain("No date yet (1)");
  await nora.follow("Anyone");
  expect(nora.text).toContain("7:00 PM");
  expect(nora.text).not.toContain("Bank");
  await nora.follow("Everyone");
  expect(nora.text).toContain("Bank");
});

test("the search finds the tasks of one person, and keeps the person for other words", async () => {
  const { nora, family } = await newHome();
  await addTask(family, { title: "Oil the door", assignee: "Nora" });
  await nora.visit("/search?q=oil");
  expect(nora.text).toContain("Oil the door");
  await nora.follow("Sam");
  expect(nora.text).toContain("Oil change");
  expect(nora.text).not.toContain("Oil the door");
  nora.fill("Find a task", "door");
  await nora.press("Search");
  expect(nora.text).toContain("Nothing found");
  await nora.follow("Everyone");
  expect(nora.text).toContain("Oil the door");
});

test("a question what a person has finds what their page shows, and a stranger's person is nobody's", async () => {
  const { nora } = await newHome();
  const other = await newHome();
  await say(nora, "what does Emma have?");
  expect(nora.text).toContain("Vet");
  await other.nora.visit("/dashboard");
  await chooseOnHome(other.nora, "Emma");
  const [, who] = /who=([\w-]+)/.exec(other.nora.url) ?? [];
  await nora.visit(`/dashboard?open=household-no-date&who=${who}`);
  expect(nora.headings(3)).toEqual(expect.arrayContaining(["Oil change", "Vet", "Trash"]));
});
