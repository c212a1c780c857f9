import { afterAll, beforeAll, expect, test } from "vitest";
import { earlierBy } from "#app/domain/core/time.ts";
import { copyHeader } from "#app/domain/tasks/offline/limits.ts";
import { addFamilyMember } from "../../support/records/add-family-member.ts";
import { addTask } from "../../support/records/add-task.ts";
import { type FormsMila, formsMila } from "./forms-mila.ts";
import { editTooLate, logIn, newNoraAt, notice, sendTooLate } from "./send-too-late.ts";

let mila: FormsMila;

beforeAll(async () => {
  mila = await formsMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

test("a form is marked as not saved whenever it is given back", async () => {
  const { nora, family, page } = await editTooLate(mila);
  await nora.visit("/auth");
  await logIn(nora, family.email);
  expect(nora.url).toBe("/dashboard");
  expect(nora.toast).toBe("");
  for (const _ of ["first", "again"]) {
    await nora.visit(page);
    expect(nora.field("Title").value).toBe("Chocolate cake");
    expect(nora.toast).toContain("Not saved yet");
  }
  await nora.press("Save Changes");
  await nora.visit(page);
  expect(nora.toast).toBe("");
});

test.for([
  [50, "Chocolate cake"],
  [60, "Birthday cake"],
] as const)(
  "after %i minutes the form has “%s”, and the database never has readable words",
  async ([minutes, title]) => {
    const { nora, family, page } = await editTooLate(mila);
    const [kept, ...others] = await mila.db
      .selectFrom("kept_forms")
      .selectAll()
      .where("path", "=", page)
      .execute();
    expect(others).toEqual([]);
    expect(JSON.stringify(kept)).not.toMatch(/cake|twelve/i);
    const expires_at = earlierBy(kept?.expires_at ?? "", { minutes });
    await mila.db.updateTable("kept_forms").set({ expires_at }).where("path", "=", page).execute();
    await logIn(nora, family.email);
    expect(nora.url).toBe(page);
    expect(nora.field("Title").value).toBe(title);
  },
);

test("the longest description is kept in every script", async () => {
  const { nora, family, page } = await editTooLate(mila);
  await logIn(nora, family.email);
  const description = "誕生日".repeat(1_666);
  nora.fill("Description", description);
  nora.loseSession();
  await nora.press("Save Changes");
  expect(nora.text).toContain(notice);
  await logIn(nora, family.email);
  expect(nora.url).toBe(page);
  expect(nora.field("Description").value).toBe(description);
});

test("turns and whom to ask are given back too", async () => {
  const { nora, family } = await newNoraAt(mila);
  const id = await addTask(family, { title: "Trash", dueDate: "2031-06-10T19:00" });
  await addFamilyMember(family, { name: "Sam" });
  await nora.visit(`/tasks/${id}/repeat`);
  nora.fill("Every", "3");
  await nora.press("Save");
  const sendChoice = async (page: string, choice: string, button: string) => {
    await sendTooLate(nora, family, { page, fill: () => nora.check(choice), button });
    expect(nora.field(choice).isChecked).toBe(true);
  };
  await sendChoice(`/tasks/${id}/turns`, "Anyone can take it", "Save");
  const all = "All of themI add: “and then every 3 weeks on Tuesday, if you like”";
  await sendChoice(`/tasks/${id}/delegate`, all, "Delegate");
});

test("items for a list or a checklist, and a goal for stars, are given back too", async () => {
  const { nora, family } = await newNoraAt(mila);
  const id = await addTask(family, { title: "Pack for camp" });
  await addFamilyMember(family, { name: "Emma", relation: "child", phone: "", email: "" });
  await family.post("/preferences/family/stars", { isOn: "yes" });
  await nora.visit("/family");
  const person = nora.link("Emma").pathname;
  const sendWords = async (page: string, label: string, button: string) => {
    const fill = () => nora.fill(label, "Socks and tent");
    await sendTooLate(nora, family, { page, fill, button });
    expect(nora.field(label).value).toBe("Socks and tent");
  };
  await sendWords("/lists/shopping", "Add to the list", "Add");
  await nora.press("Add");
  expect(nora.text).toContain("Tent");
  await nora.visit("/lists/shopping");
  expect(nora.toast).not.toContain("Not saved yet");
  await sendWords(`/tasks/${id}/checklist`, "Add to the checklist", "Add");
  await sendWords(`${person}/stars`, "For what?", "Save goal");
  await sendWords(`${person}/stars`, "What for?", "Give");
});

test("words for a checklist or a list that is gone are shown", async () => {
  const { nora, family } = await newNoraAt(mila);
  const id = await addTask(family, { title: "Pack for camp" });
  await nora.visit(`/tasks/${id}/checklist`);
  nora.fill("Add to the checklist", "Socks and tent");
  await family.post(`/tasks/${id}/delete`);
  await nora.press("Add", { status: 404 });
  expect(nora.text).toContain("This task is no longer there.");
  expect(nora.text).toContain("Socks and tent");

  await family.post("/lists", { name: "Camp" });
  await nora.visit("/lists");
  await nora.follow(/^Camp/);
  nora.fill("Add to the list", "Torch and map");
  await family.post(`${nora.url}/delete`);
  await nora.press("Add", { status: 404 });
  expect(nora.text).toContain("This list is no longer there.");
  expect(nora.text).toContain("Torch and map");
});

test("a copy for when there is no connection leaves a kept form alone", async () => {
  const { nora, family, page } = await editTooLate(mila);
  const headers = { Cookie: `mila_session=${family.cookie("mila_session")}`, [copyHeader]: "yes" };
  const copy = await (await fetch(mila.url + page, { headers })).text();
  expect(copy).toContain("Birthday cake");
  expect(copy).not.toContain("Chocolate cake");
  expect(copy).not.toContain("Not saved yet");
  await logIn(nora, family.email);
  expect(nora.field("Title").value).toBe("Chocolate cake");
});
