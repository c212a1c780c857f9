import { afterAll, beforeAll, expect, test } from "vitest";
import { addFamilyMember } from "../../support/records/add-family-member.ts";
import { addTask } from "../../support/records/add-task.ts";
import { browserOf, type FormsMila, formsMila, newNora } from "./forms-mila.ts";

let mila: FormsMila;

beforeAll(async () => {
  mila = await formsMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

const task = { title: "Pick up Emma", dueDate: "2031-05-04T15:00" };
const oma = { name: "Oma", relation: "grandparent", phone: "(201) 555-0177", email: "" };
const emma = { name: "Emma", relation: "child", phone: "", email: "" };

test("any adult of the family can be asked for one task, behind spouses and partners", async () => {
  const { nora, family } = await newNora(mila);
  const id = await addTask(family, task);
  await addFamilyMember(family, oma);
  await addFamilyMember(family, emma);
  await nora.visit(`/tasks/${id}/delegate`);
  expect(nora.text).toContain("No spouse or partner added yet");
  expect(nora.text).not.toContain("Someone else");
  expect(nora.field(/^Oma/).isChecked).toBe(false);

  await addFamilyMember(family, { name: "Sam" });
  await nora.visit(`/tasks/${id}/delegate`);
  expect(nora.text).toMatch(/Who should I ask\? Sam ?Spouse.*Someone else How should I ask/);
  expect(nora.field(/^Sam/).isChecked).toBe(true);
  nora.unfold("Someone else");
  expect(nora.text).not.toContain("Emma Child");
  nora.check(/^Oma/);
  nora.check(/^Copy a link/);
  await nora.press("Delegate");
  expect(nora.toast).toContain("Task delegated!");
  expect(nora.region("Current request").text).toContain("Oma⏳ Pending");
});

test("a child cannot be asked", async () => {
  const { nora, family } = await newNora(mila);
  const id = await addTask(family, task);
  await addFamilyMember(family, oma);
  await addFamilyMember(family, emma);
  await nora.visit("/preferences/family");
  const emmas = nora.link("Edit Emma").pathname.split("/").at(-1)!;
  const answer = await family.post(`/tasks/${id}/delegate`, {
    familyMemberId: emmas,
    method: "link",
  });
  expect([answer.status, await answer.text()]).toEqual([
    400,
    expect.stringContaining("Please choose someone from the list"),
  ]);
});

test("the request goes out by the phone's own programs, and can be taken back", async () => {
  const { nora, family } = await newNora(mila);
  const id = await addTask(family, task);
  await addFamilyMember(family, oma);
  await nora.visit(`/tasks/${id}/delegate`);
  nora.check(/^Oma/);
  nora.check(/^Copy a link/);
  await nora.press("Delegate");

  const link = nora.field("Send them this link").value;
  const words = `Can you do this? "Pick up Emma", Sun, May 4, 2031 at 3:00 PM. Yes or no, no account needed: ${link}`;
  const whatsApp = nora.link("WhatsApp");
  expect([whatsApp.host, whatsApp.pathname]).toEqual(["wa.me", "/12015550177"]);
  expect(whatsApp.searchParams.get("text")).toBe(words);
  const text = nora.link("Text message");
  expect([text.protocol, text.pathname]).toEqual(["sms:", "+12015550177"]);
  expect(text.searchParams.get("body")).toBe(words);
  expect(nora.region("Current request").text).toContain("You sent it,");

  const phone = browserOf(mila, family);
  await phone.visit(new URL(link).pathname);
  expect(phone.text).toContain("Hello Oma,");

  await nora.press("I didn't send it");
  expect(nora.toast).toContain("Request cancelled");
  await phone.visit(new URL(link).pathname);
  expect(phone.text).toContain("cancelled");
});
