import { afterAll, beforeAll, expect, test } from "vitest";
import { addManyTasks } from "../../fair/many-tasks.ts";
import { newSam } from "../../support/people/second-parent.ts";
import { FormBrowser } from "../../support/product/form-browser.ts";
import type { Visitor } from "../../support/product/visitor.ts";
import { addFamilyMember } from "../../support/records/add-family-member.ts";
import { addTask } from "../../support/records/add-task.ts";
import { today, tomorrow } from "../../support/text/days.ts";
import { browserOf, type FormsMila, formsMila, newNora, say } from "./forms-mila.ts";

let mila: FormsMila;

beforeAll(async () => {
  mila = await formsMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

const tonight = () => `${today().toString()}T23:59`;

/** Emma's tablet, which nobody has signed in to. */
async function withTablet() {
  const { nora, family } = await newNora(mila);
  await addFamilyMember(family, { name: "Emma", relation: "child", phone: "", email: "" });
  await nora.visit("/family");
  await nora.follow("Emma");
  await nora.follow("A page for Emma");
  await nora.press("Make a link");
  const link = String(nora.field("Link for Emma").value);
  expect(link).toMatch(/\/child\/[\w-]{43}$/);
  const tablet = new FormBrowser(mila.url);
  return { nora, family, tablet, path: new URL(link).pathname };
}

const giveEmma = (family: Visitor, title: string, dueDate?: string) =>
  addTask(family, { title, assignee: "Emma", ...(dueDate && { dueDate }) });

test("a parent makes a link, which is shown once, and ends it", async () => {
  const { nora, tablet, path } = await withTablet();
  expect(nora.heading).toBe("A page for Emma");
  expect(nora.text).toContain("Not opened yet");
  await nora.reload();
  expect(nora.html).not.toContain(path);
  await tablet.visit(path);
  expect(tablet.heading).toMatch(/^Good (morning|afternoon|evening), Emma!$/);
  expect(tablet.text).toContain("Nothing to do today. Have fun!");
  await nora.reload();
  expect(nora.text).toContain("Last opened");
  nora.unfold("End");
  await nora.press("End the link");
  expect(nora.toast).toContain("Link ended");
  await tablet.reload({ status: 404 });
  expect(tablet.heading).toBe("This page has ended");
  expect(tablet.text).not.toContain("Emma");
});

test("the page shows what the child does, and nothing else", async () => {
  const { family, tablet, path } = await withTablet();
  await giveEmma(family, "Water the plants", tonight());
  await giveEmma(family, "Pack for camp", `${tomorrow().toString()}T15:00`);
  await giveEmma(family, "Tidy the desk");
  await giveEmma(family, "Far away", `${today().add({ days: 9 }).toString()}T15:00`);
  await addTask(family, { title: "Buy a present for Emma", dueDate: tonight() });
  await tablet.visit(path);
  expect(tablet.headings(2)).toEqual(["Today", "Tomorrow", "Any time"]);
  expect(tablet.items()).toEqual([
    "Mark as complete: Water the plants 11:59 PM",
    "Mark as complete: Pack for camp 3:00 PM",
    "Mark as complete: Tidy the desk",
  ]);
  expect(tablet.html).not.toMatch(/present|Far away/);
  expect(tablet.links()).toEqual(["Skip to content", "Refresh"]);
});

test("a tick is the child's, can be undone, and the parents see it", async () => {
  const { nora, family, tablet, path } = await withTablet();
  const id = await giveEmma(family, "Water the plants", tonight());
  await tablet.visit(path);
  const before = await revisionOf(id);
  await tablet.press(/Water the plants/);
  expect(tablet.text).toContain("All done for today. Well done!");
  expect(await revisionOf(id)).toBeGreaterThan(before);
  await nora.visit(`/tasks/${id}`);
  nora.unfold("History");
  expect(nora.text).toMatch(/Emma\s*did it/);
  await nora.visit("/family");
  expect(nora.text).toMatch(/Emma 0 this week 1 done this month/);
  await tablet.press("Undo: Water the plants");
  expect(tablet.text).toContain("One thing to do today.");
  await nora.visit(`/tasks/${id}`);
  nora.unfold("History");
  expect(nora.text).toMatch(/Emma\s*reopened it/);
});

test("a great many tasks without a date leave room for those of today", async () => {
  const { nora, family, tablet, path } = await withTablet();
  await nora.visit("/family");
  await nora.follow("Emma");
  const assignee_id = nora.url.split("/").at(-1);
  await addManyTasks(mila.db, family, { count: 100, days: 1 });
  const users = mila.db.selectFrom("users").select("id").where("email", "=", family.email);
  await mila.db
    .updateTable("tasks")
    .set({ assignee_id, due_date: null, due_local: null, due_time_zone: null })
    .where("user_id", "=", users)
    .execute();
  await giveEmma(family, "Set the table", tonight());
  await tablet.visit(path);
  expect(tablet.items()[0]).toContain("Set the table");
});

/** The revision that open pages hear of. */
async function revisionOf(taskId: string): Promise<number> {
  const { revision } = await mila.db
    .selectFrom("households")
    .innerJoin("tasks", "tasks.household_id", "households.id")
    .select("revision")
    .where("tasks.id", "=", taskId)
    .executeTakeFirstOrThrow();
  return revision;
}

test("what has changed meanwhile is said kindly, and names nobody", async () => {
  const { nora, family, tablet, path } = await withTablet();
  await newSam(mila, family);
  const press = async (title: string, change: (id: string) => Promise<unknown>) => {
    const id = await giveEmma(family, title, tonight());
    await tablet.visit(path);
    await change(id);
    await tablet.press(new RegExp(title));
    return tablet.toast;
  };
  const post = (id: string, action: string) => family.post(`/tasks/${id}/${action}`);
  expect(await press("Sweep", (id) => post(id, "complete"))).toContain("done already");
  expect(await press("Wash", (id) => post(id, "delete"))).toContain("isn't needed any more");
  const moved = await press("Bake", (id) =>
    family.post(`/tasks/${id}/date`, { date: tomorrow().toString(), time: "10:00" }),
  );
  expect(moved).toContain("another day");
  const given = await press("Feed the cat", async (id) => {
    await nora.visit(`/tasks/${id}/who`);
    await nora.press(/^Sam/);
  });
  expect(given).toContain("Somebody else does that one now");
  expect(tablet.text).not.toContain("Sam");
  expect(tablet.text).not.toContain("Feed the cat");
});

test("a tick of a repeating task opens the next one, and Undo brings it back", async () => {
  const { nora, tablet, path } = await withTablet();
  await say(nora, `Feed the cat every day at 11:59pm`);
  const [task] = await mila.db
    .selectFrom("tasks")
    .select("id")
    .where("title", "=", "Feed the cat")
    .where("due_local", "=", tonight())
    .orderBy("created_at", "desc")
    .execute();
  await nora.visit(`/tasks/${task!.id}/who`);
  await nora.press(/^Emma/);
  const openDays = async () => {
    const rows = await mila.db
      .selectFrom("tasks as own")
      .innerJoin("tasks", "tasks.household_id", "own.household_id")
      .select("tasks.due_local")
      .where("own.id", "=", task!.id)
      .where("tasks.is_completed", "=", 0)
      .where("tasks.deleted_at", "is", null)
      .execute();
    return rows.map(({ due_local }) => due_local);
  };
  await tablet.visit(path);
  await tablet.press(/Feed the cat/);
  expect(tablet.items()[0]).toMatch(/^Done: Feed the cat/);
  expect(await openDays()).toEqual([`${tomorrow().toString()}T23:59`]);
  await tablet.press("Undo: Feed the cat");
  expect(tablet.items()[0]).toMatch(/^Mark as complete: Feed the cat/);
  expect(await openDays()).toEqual([tonight()]);
});

test("a child with an account makes no page, and sees no other child's", async () => {
  const { nora, family } = await withTablet();
  const sam = browserOf(mila, await newSam(mila, family));
  await mila.db
    .updateTable("people")
    .set({ relation: "child" })
    .where("user_id", "is not", null)
    .where("name", "=", "Sam")
    .execute();
  await nora.visit("/family");
  await nora.follow("Emma");
  const page = `${nora.url}/page`;
  await sam.visit(page, { status: 404 });
  await sam.visit(nora.url);
  expect(sam.links()).not.toContain("A page for Emma");
});
