import { afterAll, beforeAll, expect, test } from "vitest";
import { addFamilyMember } from "../../support/records/add-family-member.ts";
import { newSam } from "../../support/people/second-parent.ts";
import { browserOf, type FormsMila, formsMila, newNora, say } from "./forms-mila.ts";

let mila: FormsMila;

beforeAll(async () => {
  mila = await formsMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

/** Nora and Sam have accounts. Emma, Leo and Oma have none. */
async function newHome() {
  const { nora, family } = await newNora(mila);
  const sam = browserOf(mila, await newSam(mila, family));
  for (const [name, relation] of [
    ["Emma", "child"],
    ["Leo", "child"],
    ["Oma", "grandparent"],
  ] as const)
    await addFamilyMember(family, { name, relation, phone: "", email: "" });
  return { nora, sam, family };
}

/** Returns the open task of this title, and whom it and its series are about. */
async function open(title: string) {
  const about = await mila.db
    .selectFrom("tasks")
    .leftJoin("people", "people.id", "tasks.about_id")
    .leftJoin("series_occurrences as occurrence", "occurrence.task_id", "tasks.id")
    .select(["tasks.id", "people.name as about", "occurrence.series_id"])
    .where("title", "=", title)
    .where("is_completed", "=", 0)
    .where("deleted_at", "is", null)
    .orderBy("tasks.created_at", "desc")
    .orderBy("tasks.id", "desc")
    .executeTakeFirstOrThrow();
  return about;
}

test("the person whom a typed task is about is kept, shown and changed, and comes back by Undo", async () => {
  const { nora, sam } = await newHome();
  await say(nora, "Emma's recital on June 10 2101 at 3pm");
  const { id, about } = await open("Emma's recital");
  expect(about).toBe("Emma");
  await nora.visit("/dashboard");
  expect(nora.card("Emma's recital").text).not.toContain("for Emma");
  await nora.visit(`/tasks/${id}`);
  expect(nora.text).toContain("For Emma");
  await nora.visit(`/tasks/${id}/who`);
  await nora.press("About Leo");
  expect(nora.toast).toContain("It's about Leo now");
  await sam.visit("/dashboard");
  expect(sam.card("Emma's recital").text).toContain("for Leo");
  await nora.press("Undo");
  expect(nora.toast).toContain("It's about Emma again");
  await nora.visit(`/tasks/${id}/who`);
  await nora.press("About Nobody");
  expect(nora.toast).toContain("It's about nobody now");
  await nora.visit(`/tasks/${id}`);
  expect(nora.text).not.toContain("For Emma");
  expect(nora.html).toContain("changed whom it is about");
});

test("Undo of whom a task is about keeps what another has changed since", async () => {
  const { nora, sam } = await newHome();
  await say(nora, "call the school on June 10 2101 at 3pm");
  const { id, about } = await open("Call the school");
  expect(about).toBeNull();
  await nora.visit(`/tasks/${id}/who`);
  await nora.press("About Emma");
  await sam.visit(`/tasks/${id}/who`);
  await sam.press("About Leo");
  await nora.press("Undo");
  expect(nora.toast).toContain("was changed since");
  expect(await open("Call the school")).toMatchObject({ about: "Leo" });
});

test("undo as a text takes back whom a task is about, and not what was done before", async () => {
  const { nora } = await newHome();
  await say(nora, "call the school on June 10 2101 at 3pm");
  const { id } = await open("Call the school");
  for (const name of ["About Emma", "About Leo"]) {
    await nora.visit(`/tasks/${id}/who`);
    await nora.press(name);
  }
  await say(nora, "undo");
  expect(nora.toast).toContain("Taken back");
  expect(await open("Call the school")).toMatchObject({ about: "Emma" });
  await say(nora, "undo");
  expect(await open("Call the school")).toMatchObject({ about: null });
});

test("both fields in one form are both saved, and a stranger's person is refused", async () => {
  const { nora, family } = await newHome();
  await say(nora, "buy boots on June 10 2101");
  const { id } = await open("Buy boots");
  const idOf = async (name: string, taskId: string) =>
    (
      await mila.db
        .selectFrom("people")
        .innerJoin("tasks", "tasks.household_id", "people.household_id")
        .select("people.id")
        .where("tasks.id", "=", taskId)
        .where("people.name", "=", name)
        .executeTakeFirstOrThrow()
    ).id;
  const [personId, aboutId] = [await idOf("Sam", id), await idOf("Emma", id)];
  await family.post(`/tasks/${id}/who`, { personId, aboutId });
  await nora.visit("/dashboard");
  expect(nora.card("Buy boots").text).toMatch(/Sam.*for Emma/s);
  const other = await newHome();
  await say(other.nora, "buy gloves on June 10 2101");
  const stranger = (await open("Buy gloves")).id;
  await other.family.post(`/tasks/${stranger}/who`, { aboutId });
  expect(await open("Buy gloves")).toMatchObject({ about: null });
});

test("the confirm page and the edit form say whom a task is about", async () => {
  const { nora } = await newHome();
  await nora.visit(`/tasks/confirm?text=${encodeURIComponent("winter boots for Emma")}`);
  expect(nora.field("About").value).not.toBe("nobody");
  await nora.press("Save task");
  const { id, about } = await open("Winter boots for Emma");
  expect(about).toBe("Emma");
  await nora.visit(`/tasks/${id}/edit`);
  nora.choose("About", "Oma");
  await nora.press("Save Changes");
  expect(await open("Winter boots for Emma")).toMatchObject({ about: "Oma" });
});

test("a form from before the update keeps whom a task is about", async () => {
  const { nora, family } = await newHome();
  await say(nora, "Emma's dentist on June 10 2101 at 3pm");
  const { id } = await open("Emma's dentist");
  const sent = { version: "1", title: "Dentist", category: "Kids", dueDate: "2101-06-10T15:00" };
  expect((await family.post(`/tasks/${id}/edit`, sent)).status).toBe(303);
  expect(await open("Dentist")).toMatchObject({ about: "Emma" });
});

test("search and upcoming reminders say whom a task is about", async () => {
  const { nora } = await newHome();
  await nora.visit("/dashboard");
  await say(nora, "dentist on June 10 2101 at 3pm");
  const { id } = await open("Dentist");
  await nora.visit(`/tasks/${id}/who`);
  await nora.press("About Emma");
  await nora.visit("/search?q=dentist");
  expect(nora.text).toContain("Dentist for Emma");
  await nora.visit("/dashboard");
  expect(nora.region("Upcoming reminders").text).toContain("Dentist for Emma");
});

test("each next date of a task is about the same person, and those that follow another edit about another", async () => {
  const { nora, family } = await newHome();
  await say(nora, "piano lesson Emma every Tuesday at 5pm");
  const first = await open("Piano lesson Emma");
  expect(first.about).toBe("Emma");
  await nora.visit("/dashboard");
  await nora.card("Piano lesson Emma").press("Mark as complete");
  const second = await open("Piano lesson Emma");
  expect(second).toMatchObject({ about: "Emma" });
  expect(second.id).not.toBe(first.id);
  await nora.visit(`/tasks/${second.id}/who`);
  expect(nora.links().filter((name) => name.includes("Change those that follow"))).toHaveLength(1);
  await nora.follow("Change those that follow");
  nora.choose("About", "Leo");
  nora.check("This and the following");
  await nora.press("Save Changes");
  const ahead = await mila.db
    .selectFrom("series_occurrences as occurrence")
    .innerJoin("tasks", "tasks.id", "occurrence.task_id")
    .innerJoin("people", "people.id", "tasks.about_id")
    .select(["occurrence.state", "people.name"])
    .where("series_id", "=", second.series_id)
    .orderBy("occurrence.number")
    .execute();
  expect(ahead.filter(({ state }) => state !== "done").map(({ name }) => name)).not.toContain(
    "Emma",
  );
  await nora.visit(`/tasks/${second.id}/who`);
  await nora.press("About Oma");
  await family.post(`/tasks/${second.id}/complete`);
  expect(await open("Piano lesson Emma")).toMatchObject({ about: "Leo" });
});

test("a task is found by the name of the person whom it is about, also by another name since", async () => {
  const { nora } = await newHome();
  await say(nora, "call the school on June 10 2101 at 3pm");
  const { id } = await open("Call the school");
  await nora.visit("/search?q=emma");
  expect(nora.text).not.toContain("Call the school");
  await nora.visit(`/tasks/${id}/who`);
  await nora.press("About Emma");
  await nora.visit("/search?q=emma school");
  expect(nora.text).toContain("Call the school");
});
