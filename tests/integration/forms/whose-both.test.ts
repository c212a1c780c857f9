import { afterAll, beforeAll, expect, test } from "vitest";
import { addFamilyMember } from "../../support/records/add-family-member.ts";
import { addTask } from "../../support/records/add-task.ts";
import { newSam } from "../../support/people/second-parent.ts";
import { type FormsMila, formsMila, newNora, say } from "./forms-mila.ts";

let mila: FormsMila;

beforeAll(async () => {
  mila = await formsMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

/**
 * Emma does the dishes. Sam has the dentist, which is about her, and nobody the haircut. "Party at
 * Emma's" is about Leo.
 */
async function newHome() {
  const { nora, family } = await newNora(mila);
  await newSam(mila, family);
  for (const name of ["Emma", "Leo"])
    await addFamilyMember(family, { name, relation: "child", phone: "", email: "" });
  const have: [title: string, who: string | null, about: string | null][] = [
    ["Dishes", "Emma", null],
    ["Dentist", "Sam", "Emma"],
    ["Haircut", null, "Emma"],
    ["Party at Emma's", null, "Leo"],
    ["Trash", "Sam", null],
  ];
  for (const [title, who, about] of have) {
    const id = await addTask(family, { title });
    await nora.visit(`/tasks/${id}/who`);
    if (who) await nora.press(who);
    await nora.visit(`/tasks/${id}/who`);
    if (about) await nora.press(`About ${about}`);
  }
  return { nora, family };
}

test("what Emma has is the same by a question, on Home, in the week and in the search", async () => {
  const { nora } = await newHome();
  await nora.visit("/dashboard?open=household-no-date");
  nora.unfoldFirst(/^Whose tasks/);
  await nora.follow("Emma");
  expect(nora.headings(3).toSorted()).toEqual(["Dentist", "Dishes", "Haircut"]);
  expect(nora.card("Dentist").text).toContain("for Emma");
  expect(nora.card("Dishes").text).not.toContain("for Emma");
  const [who = ""] = /who=[\w-]+/.exec(nora.url) ?? [];
  await nora.visit(`/week?${who}`);
  expect(nora.text).toContain("No date yet (3)");
  nora.unfoldFirst(/^No date yet/);
  for (const words of ["Dentist for Emma", "Haircut for Emma", "Dishes"])
    expect(nora.text).toContain(words);
  const found = async (word: string) => {
    await nora.visit(`/search?q=${word}&${who}`);
    return !nora.text.includes("Nothing found");
  };
  for (const word of ["dishes", "dentist", "haircut"]) expect(await found(word)).toBe(true);
  for (const word of ["trash", "party"]) expect(await found(word)).toBe(false);
  await say(nora, "what does Emma have?");
  expect(nora.text).toContain("I found 3 tasks");
  expect(nora.text).toContain("Dentist for Emma");
});

test("a child's page in the family has what is about them, under its own heading", async () => {
  const { nora } = await newHome();
  await nora.visit("/family");
  await nora.follow("Emma");
  expect(nora.headings(2)).toEqual(["This week", "About Emma"]);
  const [own = "", about = ""] = nora.text.split("This week")[1]!.split("About Emma");
  expect(own).toContain("Dishes");
  expect(own).not.toContain("Dentist");
  expect(about).toContain("Dentist Sam");
  expect(about).toContain("Haircut");
  expect(about).not.toContain("Dishes");
});

test("the week says whom a task is about, unless its title does", async () => {
  const { nora, family } = await newHome();
  for (const title of ["Swim lesson", "Emma's recital"]) {
    const id = await addTask(family, { title, dueDate: "2101-06-10T15:00" });
    await nora.visit(`/tasks/${id}/who`);
    await nora.press("About Emma");
  }
  await nora.visit("/week?from=2101-06-10");
  expect(nora.text).toContain("Swim lesson for Emma");
  expect(nora.text).not.toContain("recital for Emma");
});
