import { afterAll, beforeAll, expect, test } from "vitest";
import { askSam } from "../../support/messages/delegation-link.ts";
import { addFamilyMember } from "../../support/records/add-family-member.ts";
import { addTask } from "../../support/records/add-task.ts";
import { today } from "../../support/text/days.ts";
import { type FormsMila, formsMila, newNora } from "./forms-mila.ts";

let mila: FormsMila;

beforeAll(async () => {
  mila = await formsMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

async function withEmma() {
  const home = await newNora(mila);
  await addFamilyMember(home.family, { name: "Emma", relation: "child", phone: "", email: "" });
  return home;
}

test("the family's page leads to a person, and to their week", async () => {
  const { nora, family } = await withEmma();
  const dueDate = `${today().toString()}T23:59`;
  await addTask(family, { title: "Water the plants", assignee: "Emma", dueDate });
  await addTask(family, { title: "Tidy the desk", assignee: "Emma" });
  await addTask(family, { title: "Call the vet", dueDate });
  await nora.visit("/family");
  expect(nora.items()[1]).toBe("Emma 1 this week 0 done this month");
  await nora.follow("1 this week: Emma");
  expect([nora.heading, nora.title]).toEqual(["Emma's week", "Emma · Week · Mila"]);
  expect(nora.text).toContain("Water the plants");
  expect(nora.text).not.toContain("Call the vet");
  await nora.follow("Later");
  expect(nora.heading).toBe("Emma's week");
  await nora.follow("Everyone");
  expect(nora.heading).toBe("Week");
  await nora.visit("/family");
  await nora.follow("Emma");
  expect(nora.heading).toBe("Emma");
  expect(nora.text).toContain("Child");
  expect(nora.headings(3)).toEqual(["Today", "No date yet"]);
  await nora.follow("Edit");
  expect(nora.heading).toBe("Edit family member");
});

test("a person's page says what they were asked and have not answered", async () => {
  const { nora, family } = await newNora(mila);
  await askSam(family, { title: "Fetch the cake" });
  await nora.visit("/family");
  await nora.follow("Sam");
  expect(nora.headings(2)).toContain("Asked, no answer yet");
  await nora.follow("Fetch the cake");
  expect(nora.heading).toBe("Fetch the cake");
});

test("one's own page leads to the profile", async () => {
  const { nora } = await newNora(mila);
  await nora.visit("/family");
  await nora.follow(/ \(you\)$/);
  expect(nora.text).toContain("You have nothing planned this week");
  await nora.follow("Your profile");
  expect(nora.heading).toBe("Profile Settings");
});
