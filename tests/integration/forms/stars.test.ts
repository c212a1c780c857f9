import { afterAll, beforeAll, expect, test } from "vitest";
import { FormBrowser } from "../../support/product/form-browser.ts";
import { addFamilyMember } from "../../support/records/add-family-member.ts";
import { addTask } from "../../support/records/add-task.ts";
import { type FormsMila, formsMila, newNora } from "./forms-mila.ts";

let mila: FormsMila;

beforeAll(async () => {
  mila = await formsMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

test("a family turns stars on, gives some, chooses a goal, and the child sees it", async () => {
  const { nora, family } = await newNora(mila);
  await nora.visit("/preferences/family/members");
  expect(nora.buttons()).not.toContain("Turn stars on");
  await addFamilyMember(family, { name: "Emma", relation: "child", phone: "", email: "" });
  await addTask(family, { title: "Sweep", assignee: "Emma" });
  await nora.visit("/family");
  await nora.follow("Emma");
  expect(nora.text).not.toMatch(/star/i);
  const person = nora.url;
  await nora.visit("/preferences/family/members");
  await nora.press("Turn stars on");
  expect(nora.toast).toContain("Stars are on");
  await nora.visit(`${person}/page`);
  await nora.press("Make a link");
  const tablet = new FormBrowser(mila.url);
  await tablet.visit(new URL(String(nora.field("Link for Emma").value)).pathname);
  await tablet.press(/Sweep/);
  expect(tablet.text).toContain("★ 1 star");
  await nora.visit(person);
  await nora.follow("Give stars");
  nora.fill("How many?", "2");
  nora.fill("What for?", "Helping Leo");
  await nora.press("Give");
  expect(nora.toast).toContain("2 stars for Emma");
  expect(nora.text).toContain("★ 3 stars");
  await nora.press("Undo");
  expect(nora.text).toContain("★ 1 star");
  nora.fill("Stars", "2");
  nora.fill("For what?", "cinema");
  await nora.press("Save goal");
  await tablet.reload();
  expect(tablet.text).toContain("★ 1 star · 1 more for: cinema");
  nora.fill("How many?", "1");
  nora.fill("What for?", "Homework");
  await nora.press("Give");
  await tablet.reload();
  expect(tablet.text).toContain("You made it: cinema!");
  await nora.visit("/preferences/family/members");
  await nora.press("Turn stars off");
  await tablet.reload();
  expect(tablet.text).not.toContain("★");
});

test("wrong numbers are answered beside the field, and change nothing", async () => {
  const { nora, family } = await newNora(mila);
  await addFamilyMember(family, { name: "Emma", relation: "child", phone: "", email: "" });
  await family.post("/preferences/family/stars", { isOn: "yes" });
  await nora.visit("/family");
  await nora.follow("Emma");
  await nora.follow("Give stars");
  nora.fill("How many?", "11");
  nora.fill("What for?", "Everything");
  await nora.press("Give", { status: 400 });
  expect(nora.text).toContain("Please give 1 to 10 stars");
  expect(nora.text).toContain("★ 0 stars");
  nora.fill("Stars", "5000");
  nora.fill("For what?", "A day at the sea");
  await nora.press("Save goal", { status: 400 });
  expect(nora.text).toContain("Please choose 1 to 1,000 stars");
  expect(nora.field("For what?").value).toBe("A day at the sea");
  expect(nora.field("How many?").value).toBe("1");
  nora.fill("Stars", "50");
  await nora.press("Save goal");
  expect(nora.toast).toContain("Goal saved");
  expect(nora.text).toContain("50 more for: A day at the sea");
});
