import { afterAll, beforeAll, expect, test } from "vitest";
import { addFamilyMember } from "../../support/records/add-family-member.ts";
import { addTask } from "../../support/records/add-task.ts";
import { askSam } from "../../support/messages/delegation-link.ts";
import { FormBrowser } from "../../support/product/form-browser.ts";
import { newSam } from "../../support/people/second-parent.ts";
import { browserOf, type FormsMila, formsMila, newNora, say } from "./forms-mila.ts";

const title = "Oil change";
let mila: FormsMila;

beforeAll(async () => {
  mila = await formsMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

/** Nora and Sam have accounts, Emma has none. */
async function newHome() {
  const { nora, family } = await newNora(mila);
  const timeZone = "America/New_York";
  await family.post("/preferences/profile", {
    firstName: "Nora",
    lastName: "",
    role: "mom",
    timeZone,
  });
  const sam = browserOf(mila, await newSam(mila, family));
  await addFamilyMember(family, { name: "Emma", relation: "child", phone: "", email: "" });
  const id = await addTask(family, { title, dueDate: "2101-06-10T15:00" });
  const give = async (name: string) => {
    await nora.visit(`/tasks/${id}/who`);
    await nora.press(name);
  };
  return { nora, sam, family, id, give };
}

/** Returns who is reminded of the task: the first names of the accounts. */
async function reminded(taskId: string) {
  const rows = await mila.db
    .selectFrom("reminders")
    .innerJoin("people", "people.user_id", "reminders.user_id")
    .select("people.name")
    .distinct()
    .where("task_id", "=", taskId)
    .where("reminders.status", "=", "pending")
    .execute();
  return rows.map(({ name }) => name).toSorted();
}

test("a card's menu leads to who does it, and the toast says who is reminded and undoes it", async () => {
  const { nora, sam, id } = await newHome();
  await nora.visit("/dashboard");
  await nora.card(title).follow("More");
  await nora.follow("Who");
  expect(nora.heading).toBe("Who does it?");
  await nora.press("Sam");
  expect(nora.toast).toContain("Sam has it now");
  expect(nora.toast).toContain("Sam will be reminded.");
  expect(await reminded(id)).toEqual(["Sam"]);
  await sam.visit("/dashboard");
  expect(sam.card(title).text).toContain("Sam");
  expect(sam.html).toMatch(/<bdi class="badge" data-face="\d" data-initials="S">Sam<\/bdi>/);
  await nora.press("Undo");
  expect(nora.toast).toContain("Nobody has it now");
  expect(await reminded(id)).toEqual(["Nora"]);
});

test("somebody without an account is never reminded, and anyone can have it again", async () => {
  const { nora, id, give } = await newHome();
  await give("Emma");
  expect(nora.toast).toContain("Emma has it now");
  expect(nora.toast).toContain("I haven't told Emma.");
  expect(await reminded(id)).toEqual(["Nora"]);
  await give("Anyone");
  expect(nora.toast).toContain("Anyone can do it now");
  await nora.visit(`/tasks/${id}`);
  expect(nora.text).not.toContain("Emma has");
  expect(await reminded(id)).toEqual(["Nora"]);
});

test("choosing another ends a request, and Undo brings it back", async () => {
  const { nora, family } = await newNora(mila);
  await addFamilyMember(family, { name: "Emma", relation: "child", phone: "", email: "" });
  const { taskId, path } = await askSam(family);
  const sam = new FormBrowser(mila.url);
  await nora.visit(`/tasks/${taskId}/who`);
  await nora.press("Emma");
  expect(nora.toast).toContain("Sam is no longer asked.");
  await nora.press("Undo");
  expect(nora.toast).toContain("Nobody has it now");
  await sam.visit(path);
  expect(sam.buttons().join()).toContain("Yes");
});

test("who has a turn keeps it in those that follow, and gets it back by Undo", async () => {
  const { nora } = await newHome();
  await say(nora, "trash every Tuesday at 7pm: Nora and Sam in turns");
  const open = () =>
    mila.db
      .selectFrom("tasks")
      .select(["id", "has_turn"])
      .where("title", "=", "Trash")
      .where("is_completed", "=", 0)
      .where("deleted_at", "is", null)
      .orderBy("created_at", "desc")
      .executeTakeFirstOrThrow();
  const { id } = await open();
  await nora.visit(`/tasks/${id}/who`);
  expect(nora.text).toContain("This is for this time only.");
  await nora.press("Emma");
  expect(await open()).toEqual({ id, has_turn: 0 });
  await nora.press("Undo");
  expect(nora.toast).toContain("Nora has it again");
  expect(await open()).toEqual({ id, has_turn: 1 });
});

test("when the person who does a task leaves, who added it is reminded again", async () => {
  const { nora, family, id, give } = await newHome();
  const sam = await mila.db
    .selectFrom("household_members as member")
    .innerJoin("tasks", "tasks.household_id", "member.household_id")
    .select(["member.id", "member.user_id"])
    .where("tasks.id", "=", id)
    .where("member.role", "!=", "owner")
    .executeTakeFirstOrThrow();
  await mila.db
    .updateTable("user_preferences")
    .set({ reminder_two_days_before: 0, reminder_one_hour_before: 0 })
    .where("user_id", "=", sam.user_id)
    .execute();
  await give("Sam");
  expect(nora.toast).toContain("Sam sees it in Mila.");
  expect(await reminded(id)).toEqual([]);
  const removed = await family.post(`/preferences/family/household/${sam.id}/remove`);
  expect(removed.status).toBe(303);
  expect(await reminded(id)).toEqual(["Nora"]);
});

test("a task that was done or deleted meanwhile says so, and a stranger's person is refused", async () => {
  const { nora, sam, id } = await newHome();
  await nora.visit(`/tasks/${id}/who`);
  await sam.post(`/tasks/${id}/complete`);
  await nora.press("Sam");
  expect(nora.toast).toContain("It's done already.");
  const other = await newHome();
  const stranger = await mila.db
    .selectFrom("people")
    .innerJoin("tasks", "tasks.household_id", "people.household_id")
    .select("people.id")
    .where("tasks.id", "=", id)
    .executeTakeFirstOrThrow();
  await other.family.post(`/tasks/${other.id}/who`, { personId: stranger.id });
  await other.nora.visit("/dashboard");
  expect(other.nora.toast).not.toContain("has it now");
  expect(other.nora.card(title).text).not.toContain("Nora");
  expect(await reminded(other.id)).toEqual(["Nora"]);
});
