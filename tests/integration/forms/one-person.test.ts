import { afterAll, beforeAll, expect, test } from "vitest";
import { addFamilyMember, linkFor } from "../../support/records/add-family-member.ts";
import { addTask } from "../../support/records/add-task.ts";
import { askSam } from "../../support/messages/delegation-link.ts";
import { newSam } from "../../support/people/second-parent.ts";
import type { FormBrowser } from "../../support/product/form-browser.ts";
import type { Visitor } from "../../support/product/visitor.ts";
import { browserOf, type FormsMila, formsMila, newNora, say } from "./forms-mila.ts";

let mila: FormsMila;

beforeAll(async () => {
  mila = await formsMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

async function namedNora() {
  const { nora, family } = await newNora(mila);
  const timeZone = "America/New_York";
  const facts = { firstName: "Nora", lastName: "", role: "mom", timeZone };
  await family.post("/preferences/profile", facts);
  return { nora, family };
}

const withEmma = async () => {
  const home = await namedNora();
  await addFamilyMember(home.family, { name: "Emma", relation: "child", phone: "", email: "" });
  return home;
};

async function rename(nora: FormBrowser, from: string, to: string): Promise<void> {
  await nora.visit("/preferences/family/members");
  await nora.follow(`Edit ${from}`);
  nora.fill("Name", to);
  await nora.press("Save Changes");
  expect(nora.toast).toContain(`${to} saved`);
  await nora.visit("/dashboard");
}

async function openTrash() {
  return mila.db
    .selectFrom("tasks")
    .select(["id", "due_local", "version"])
    .where("title", "=", "Trash")
    .where("is_completed", "=", 0)
    .where("deleted_at", "is", null)
    .orderBy("created_at", "desc")
    .executeTakeFirstOrThrow();
}

/** Ticks off the open one, and shows whose turn the next one is. */
async function completeTrash(person: FormBrowser): Promise<void> {
  await person.post(`/tasks/${(await openTrash()).id}/complete`);
  await person.visit("/dashboard");
}

test("a new name is on the cards, in turns and requests, and moving a task keeps its turn", async () => {
  const { nora, family } = await withEmma();
  await say(nora, "trash every Tuesday at 7pm: Emma and Nora in turns");
  const { path } = await askSam(family, { title: "Call the vet" });
  await addTask(family, { title: "Pick up the cake", assignee: "Sam" });
  await rename(nora, "Emma", "Emmy");
  await rename(nora, "Sam", "Samuel");
  expect(nora.card("Trash").text).toContain("Emmy's turn");
  expect(nora.card("Pick up the cake").text).toContain("Samuel");
  expect(nora.card("Call the vet").text).toContain("Samuel");
  const sam = browserOf(mila, family);
  await sam.visit(path);
  await sam.press("Yes, I'll do it");
  await nora.visit("/dashboard");
  expect(nora.card("Call the vet").text).toContain("Samuel");

  const { id, due_local, version } = await openTrash();
  const dueDate = `${due_local!.slice(0, 10)}T20:00`;
  const edited = { title: "Trash", category: "Household", assignee: "Emmy", dueDate };
  const moved = await family.post(`/tasks/${id}/edit`, { ...edited, version: String(version) });
  expect(moved.status).toBe(303);
  await nora.visit("/dashboard");
  expect(nora.card("Trash").text).toContain("Emmy's turn");
  await completeTrash(nora);
  expect(nora.text).toContain("Your turn");
  await nora.visit(`/tasks/${(await openTrash()).id}`);
  expect(nora.text).toContain("done by Emmy");
});

async function inTurnsWithSam() {
  const { nora, family } = await namedNora();
  const samsAccount = await newSam(mila, family);
  const sam = browserOf(mila, samsAccount);
  await say(nora, "trash every Tuesday at 7pm: Sam and Nora in turns");
  expect(nora.card("Trash").text).toContain("Sam's turn");
  await completeTrash(sam);
  await addTask(family, { title: "Pick up the cake", assignee: "Sam" });
  return { nora, family, sam, samsAccount };
}

async function leave(person: Visitor & { email: string }): Promise<void> {
  const { id } = await mila.db
    .selectFrom("household_members")
    .innerJoin("users", "users.id", "household_members.user_id")
    .select("household_members.id")
    .where("users.email", "=", person.email)
    .executeTakeFirstOrThrow();
  const left = await person.post(`/preferences/family/household/${id}/leave`);
  expect(left.status).toBe(303);
}

test("someone who leaves loses their turns, and is the same person after coming back", async () => {
  const { nora, family, sam, samsAccount } = await inTurnsWithSam();
  await leave(samsAccount);
  await nora.visit("/dashboard");
  expect(nora.card("Pick up the cake").text).toContain("Sam");
  await completeTrash(nora);
  expect(nora.text).toContain("Your turn");
  await nora.visit(`/tasks/${(await openTrash()).id}`);
  expect(nora.text).toContain("done by Sam");

  await sam.visit(await linkFor(family, samsAccount.email));
  await sam.press("Accept Invitation");
  await completeTrash(nora);
  expect(nora.text).toContain("Sam's turn");
  await sam.visit(`/tasks/${(await openTrash()).id}`);
  expect(sam.text).toContain("done by you");
});

test("what somebody who has left was given says so, and can be given to another", async () => {
  const { nora, family, sam, samsAccount } = await inTurnsWithSam();
  const [cake, fig] = ["Pick up the cake", "Water the fig"];
  await addTask(family, { title: fig, assignee: "Sam" });
  await nora.visit("/dashboard");
  expect(nora.text).not.toContain("any more");
  await leave(samsAccount);
  await nora.visit("/dashboard");
  expect(nora.card(cake).text).toContain("Sam isn't on your list any more · Give it to someone");
  await nora.card(cake).follow(cake);
  expect(nora.text).toContain("Sam isn't on your list any more · Give it to someone");
  await nora.follow("Give it to someone");
  expect(nora.field("Who").value).toBe("Sam");
  nora.choose("Who", "Nora");
  await nora.press("Save Changes");
  expect(nora.card(cake).text).toContain("Nora");
  expect(nora.card(cake).text).not.toContain("any more");

  await sam.visit(await linkFor(family, samsAccount.email));
  await sam.press("Accept Invitation");
  await nora.visit("/dashboard");
  expect(nora.card(fig).text).toContain("Sam");
  expect(nora.card(fig).text).not.toContain("any more");
});

test("what someone did keeps their name after their account is deleted", async () => {
  const { nora, samsAccount } = await inTurnsWithSam();
  const fields = { password: "correct horse 7", confirm: "delete" };
  await samsAccount.post("/preferences/account/delete", fields);
  await nora.visit("/dashboard");
  expect(nora.card("Pick up the cake").text).toContain("Sam");
  await nora.visit(`/tasks/${(await openTrash()).id}`);
  expect(nora.text).toContain("done by Sam");
  await nora.visit("/preferences/family/members");
  expect(nora.headings(3)).not.toContain("Sam");
});

test("someone who is removed and added again has their tasks, but no turns", async () => {
  const { nora, family } = await withEmma();
  await say(nora, "trash every Tuesday at 7pm: Emma and Nora in turns");
  await addTask(family, { title: "Tidy up", assignee: "Emma" });
  await nora.visit("/preferences/family/members");
  nora.item("Emma").unfold("Remove");
  await nora.press("Remove Emma");
  await nora.visit("/dashboard");
  expect(nora.card("Tidy up").text).toContain("Emma");
  expect(nora.card("Trash").text).toContain("Your turn");
  await addFamilyMember(family, { name: "Emma", relation: "child", phone: "", email: "" });
  await rename(nora, "Emma", "Emmy");
  expect(nora.card("Tidy up").text).toContain("Emmy");
  await completeTrash(nora);
  expect(nora.text).toContain("Your turn");
});

test("nobody is in a family twice: the address of an account is one person's", async () => {
  const { nora, family } = await namedNora();
  const { email } = await newSam(mila, family);
  await addFamilyMember(family, { name: "Dad", relation: "partner", email });
  await nora.visit("/preferences/family/members");
  expect(nora.headings(3)).toContain("Dad");
  nora.fill("Name", "Samuel");
  nora.fill("Email", email);
  await nora.press("Add", { status: 400 });
  expect(nora.text).toContain("Someone in your family has this address already");
  expect(nora.field("Name").value).toBe("Samuel");
  await say(nora, "trash every Tuesday at 7pm: Dad and Nora in turns");
  expect(nora.card("Trash").text).toContain("Dad's turn");
});

test("a page from before an update may name someone by their account", async () => {
  const { nora, family } = await withEmma();
  await say(nora, "water the ferns every Friday");
  await nora.card("Water the ferns").follow("Water the ferns");
  const { id: userId } = await mila.db
    .selectFrom("users")
    .select("id")
    .where("email", "=", family.email)
    .executeTakeFirstOrThrow();
  const fields = { who: "people", order: "each", "people[0].id": userId };
  expect((await family.post(`${nora.url}/turns`, fields)).status).toBe(303);
  await nora.visit("/dashboard");
  expect(nora.card("Water the ferns").text).toContain("Your turn");
});
