import { afterAll, beforeAll, expect, test } from "vitest";
import { newSam } from "../../support/people/second-parent.ts";
import type { Visitor } from "../../support/product/visitor.ts";
import { addFamilyMember, linkFor } from "../../support/records/add-family-member.ts";
import { addTask } from "../../support/records/add-task.ts";
import { browserOf, type FormsMila, formsMila, newNora, say } from "./forms-mila.ts";

let mila: FormsMila;

beforeAll(async () => {
  mila = await formsMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

const timeZone = "America/New_York";
const noraIs = (firstName: string) => ({ firstName, lastName: "", role: "mom", timeZone });
const child = (name: string) => ({ name, relation: "child", phone: "", email: "" });

async function withEmma() {
  const home = await newNora(mila);
  await home.family.post("/preferences/profile", noraIs("Nora"));
  await addFamilyMember(home.family, child("Emma"));
  return home;
}

async function open(title: string) {
  return mila.db
    .selectFrom("tasks")
    .select(["id", "household_id"])
    .where("title", "=", title)
    .where("is_completed", "=", 0)
    .where("deleted_at", "is", null)
    .orderBy("created_at", "desc")
    .executeTakeFirstOrThrow();
}

async function complete(person: Visitor, title: string): Promise<void> {
  const done = await person.post(`/tasks/${(await open(title)).id}/complete`);
  expect(done.status).toBe(303);
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

async function join(host: Visitor, guest: Visitor & { email: string }): Promise<void> {
  const link = await linkFor(host, guest.email);
  const token = new URLSearchParams(link.split("?")[1]).get("token") ?? "";
  const accepted = await guest.post("/accept-invitation", { token });
  expect(accepted.headers.get("location")).toBe("/family");
}

async function editMember(
  person: Visitor & { email: string },
  name: string,
  facts: Record<string, string>,
) {
  const { id } = await mila.db
    .selectFrom("people")
    .select("people.id")
    .innerJoin("household_members as m", "m.household_id", "people.household_id")
    .innerJoin("users", "users.id", "m.user_id")
    .where("users.email", "=", person.email)
    .where("people.name", "=", name)
    .executeTakeFirstOrThrow();
  return person.post(`/preferences/family/members/${id}/edit`, facts);
}

test("a name given in the welcome is the name of one's turns", async () => {
  const { nora, family } = await newNora(mila);
  await addFamilyMember(family, child("Emma"));
  await family.post("/welcome/you", { firstName: "Nora", lastName: "", role: "mom" });
  await say(nora, "trash every Tuesday at 7pm: Nora and Emma in turns");
  expect(nora.card("Trash").text).toContain("Your turn");
});

test("open pages hear of an account's new name", async () => {
  const { family } = await withEmma();
  const samsAccount = await newSam(mila, family);
  const task = await addTask(family, { title: "Call the vet", assignee: "Sam" });
  const revision = async () =>
    (
      await mila.db
        .selectFrom("households")
        .innerJoin("tasks", "tasks.household_id", "households.id")
        .select("revision")
        .where("tasks.id", "=", task)
        .executeTakeFirstOrThrow()
    ).revision;
  const before = await revision();
  await samsAccount.post("/preferences/profile", { ...noraIs("Samuel"), role: "dad" });
  expect(await revision()).toBeGreaterThan(before);
});

test("someone whom a partner's account was added for keeps the name of their account", async () => {
  const { nora, family } = await withEmma();
  const sam = await newSam(mila, family);
  await addFamilyMember(family, { name: "Sam", relation: "partner", phone: "", email: sam.email });
  await say(nora, "trash every Tuesday at 7pm: Nora and Emma in turns");
  await family.post("/preferences/profile", noraIs("Eleonora"));
  const samsBrowser = browserOf(mila, sam);
  await samsBrowser.visit("/dashboard");
  expect(samsBrowser.card("Trash").text).toContain("Eleonora's turn");
});

test("a form that was open while someone was renamed keeps their turn", async () => {
  const { nora, family } = await withEmma();
  await say(nora, "trash every Tuesday at 7pm: Emma and Nora in turns");
  await nora.visit(`/tasks/${(await open("Trash")).id}/edit`);
  expect((await editMember(family, "Emma", child("Emmy"))).status).toBe(303);
  nora.fill("Description", "Both bins");
  await nora.press("Save Changes");
  await nora.visit("/dashboard");
  expect(nora.card("Trash").text).toContain("Emmy's turn");
});

test("a form that is saved for the next date keeps whose turn that is", async () => {
  const { nora, family } = await withEmma();
  await say(nora, "trash every Tuesday at 7pm: Emma and Nora in turns");
  const { id } = await open("Trash");
  await nora.visit(`/tasks/${id}/edit`);
  expect((await family.post(`/tasks/${id}/skip`)).status).toBe(303);
  nora.fill("Description", "Both bins");
  await nora.press("Save Changes", { status: 409 });
  expect(nora.text).toContain("You skipped this a moment ago. The next one is here");
  expect(nora.field("Who").value).toBe("Nora");
  await nora.press("Save Changes");
  await nora.visit(`/tasks/${(await open("Trash")).id}`);
  expect(nora.text).toContain("Your turn");
});

test("a turn of someone who leaves passes on beneath another's yes", async () => {
  const { nora, family } = await withEmma();
  const dad = await newSam(mila, family);
  await addFamilyMember(family, { name: "Dad", relation: "partner", email: dad.email });
  await say(nora, "trash every Tuesday at 7pm: Dad and Nora in turns");
  expect(nora.card("Trash").text).toContain("Dad's turn");
  const { id } = await open("Trash");
  await addFamilyMember(family, { name: "Otto", phone: "", email: "otto@example.com" });
  await nora.visit(`/tasks/${id}/delegate`);
  const otto = await mila.db
    .selectFrom("people")
    .innerJoin("tasks", "tasks.household_id", "people.household_id")
    .select("people.id")
    .where("tasks.id", "=", id)
    .where("people.name", "=", "Otto")
    .executeTakeFirstOrThrow();
  await family.post(`/tasks/${id}/delegate`, { familyMemberId: otto.id, method: "link" });
  await nora.visit(`/tasks/${id}/delegate`);
  const path = /value="[^"]*(\/delegations\/[^"]+)"/.exec(nora.html)?.[1] ?? "";
  const asked = browserOf(mila, family);
  await asked.visit(path);
  await asked.press("Yes, I'll do it");
  await leave(dad);
  await nora.visit(`/tasks/${id}/delegate`);
  await nora.press("Cancel request");
  await nora.visit("/dashboard");
  expect(nora.card("Trash").text).toContain("Your turn");
});

test("a family that moves to someone who had left it finds the same person there", async () => {
  const { nora, family } = await withEmma();
  const samsAccount = await newSam(mila, family);
  await say(nora, "trash every Tuesday at 7pm: Sam and Nora in turns");
  await complete(samsAccount, "Trash");
  await leave(samsAccount);
  await join(samsAccount, family);
  const sam = browserOf(mila, samsAccount);
  await sam.visit(`/tasks/${(await open("Trash")).id}`);
  expect(sam.text).toContain("done by you");
  await complete(family, "Trash");
  await sam.visit(`/tasks/${(await open("Trash")).id}`);
  expect(sam.text).toContain("Your turn");
});

test("another of the same name is not whoever left with their account", async () => {
  const { nora, family } = await withEmma();
  const sam = await newSam(mila, family);
  await addFamilyMember(family, { name: "Sam", relation: "partner", phone: "", email: sam.email });
  await leave(sam);
  await nora.visit("/preferences/family/members");
  nora.item("Sam").unfold("Remove");
  await nora.press("Remove Sam");
  const other = { name: "Sam", relation: "partner", phone: "", email: "other.sam@example.com" };
  await addFamilyMember(family, other);
  await join(family, sam);
  await nora.visit("/preferences/family/members");
  expect(nora.text).toContain("other.sam@example.com");
  expect(nora.text).not.toContain("other.sam@example.comHas an account");
});

test("someone's entry does not get the address of another account", async () => {
  const { nora, family } = await withEmma();
  const [sam, otto] = [await newSam(mila, family), await newSam(mila, family)];
  await addFamilyMember(family, { name: "Sam", relation: "partner", phone: "", email: sam.email });
  await nora.visit("/preferences/family/members");
  await nora.follow("Edit Sam");
  nora.fill("Email", otto.email);
  await nora.press("Save Changes", { status: 400 });
  expect(nora.text).toContain("Someone in your family has this address already");
});

test("two households' people of one name with different numbers stay two", async () => {
  const { nora, family } = await withEmma();
  const guest = await newNora(mila);
  const ottoAt = (phone: string) => ({ name: "Otto", relation: "other", phone, email: "" });
  await addFamilyMember(family, ottoAt("(201) 555-0123"));
  await addFamilyMember(guest.family, ottoAt("(201) 555-0124"));
  await join(family, guest.family);
  await nora.visit("/preferences/family/members");
  expect(nora.text).toContain("(201) 555-0123");
  expect(nora.text).toContain("(201) 555-0124");
});

test("nobody has two turns of one round", async () => {
  const { nora, family } = await withEmma();
  await say(nora, "water the ferns every Friday");
  const { id } = await open("Water the ferns");
  const people = await mila.db
    .selectFrom("people")
    .innerJoin("tasks", "tasks.household_id", "people.household_id")
    .select(["people.id", "people.name", "people.user_id"])
    .where("tasks.id", "=", id)
    .execute();
  const [emma, own] = [
    people.find(({ name }) => name === "Emma")!,
    people.find(({ user_id }) => user_id !== null)!,
  ];
  const chosen = { "people[0].id": own.id, "people[1].id": own.user_id!, "people[2].id": emma.id };
  const fields = { who: "people", order: "each", ...chosen };
  expect((await family.post(`/tasks/${id}/turns`, fields)).status).toBe(303);
  await complete(family, "Water the ferns");
  await nora.visit(`/tasks/${(await open("Water the ferns")).id}`);
  expect(nora.text).toContain("Emma's turn");
});
