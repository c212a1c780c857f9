import { afterAll, beforeAll, expect, test } from "vitest";
import { maxSelected } from "#app/domain/tasks/input.ts";
import { addManyTasks } from "../../fair/many-tasks.ts";
import { askSam } from "../../support/messages/delegation-link.ts";
import { newSam } from "../../support/people/second-parent.ts";
import { FormBrowser } from "../../support/product/form-browser.ts";
import type { Visitor } from "../../support/product/visitor.ts";
import { addTask } from "../../support/records/add-task.ts";
import { browserOf, type FormsMila, formsMila, newNora, say } from "./forms-mila.ts";

let mila: FormsMila;

beforeAll(async () => {
  mila = await formsMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

/** Three open tasks of two areas, one of them without a date. */
async function withTasks() {
  const { nora, family } = await newNora(mila);
  const name = { firstName: "Nora", lastName: "", role: "mom", timeZone: "America/New_York" };
  await family.post("/preferences/profile", name);
  await addTask(family, { title: "Pay the rent", dueDate: "2041-06-12T09:30" });
  await addTask(family, { title: "Swimming bag", category: "Kids", dueDate: "2041-06-10T15:00" });
  await addTask(family, { title: "Clean the garage" });
  const select = async (...titles: string[]) => {
    await nora.visit("/dashboard");
    await nora.follow("Select tasks");
    for (const title of titles) nora.check(new RegExp(title));
  };
  return { nora, family, select };
}

/** The days of the tasks, by their titles, as their pages say them. */
async function readDue(titles: string[]) {
  const rows = await mila.db
    .selectFrom("tasks")
    .select(["title", "due_local", "due_has_time"])
    .where("title", "in", titles)
    .orderBy("id", "desc")
    .limit(titles.length)
    .execute();
  return Object.fromEntries(rows.map((row) => [row.title, [row.due_local, row.due_has_time]]));
}

test("Home leads to a page that lists open tasks by area, none of them ticked", async () => {
  const { nora, select } = await withTasks();
  await select();
  expect(nora.heading).toBe("Select tasks");
  expect(nora.text).toMatch(
    /Kids Swimming bag .*Household Pay the rent .*Clean the garage No date/,
  );
  await nora.press("Done", { status: 400 });
  expect(nora.text).toContain("Please tick at least one task");
});

test("ticked tasks move to one day: a time stays, and a task without a date gets no time", async () => {
  const { nora, select } = await withTasks();
  await select("Pay the rent", "Clean the garage");
  nora.fill("Another day", "2041-06-15");
  await nora.press("Move there");
  expect(nora.toast).toContain("2 tasks moved to Saturday, Jun 15");
  const titles = ["Pay the rent", "Clean the garage", "Swimming bag"];
  expect(await readDue(titles)).toEqual({
    "Pay the rent": ["2041-06-15T09:30", 1],
    "Clean the garage": ["2041-06-15T12:00", 0],
    "Swimming bag": ["2041-06-10T15:00", 1],
  });
  await nora.press("Undo");
  expect(nora.toast).toContain("2 tasks are back");
  expect(await readDue(titles)).toMatchObject({
    "Pay the rent": ["2041-06-12T09:30", 1],
    "Clean the garage": [null, expect.anything()],
  });
});

test("ticked tasks are given to one person, and Undo gives each back to whom it was before", async () => {
  const { nora, family, select } = await withTasks();
  const sam = browserOf(mila, await newSam(mila, family));
  await select("Pay the rent");
  nora.choose("Who does it", "Nora");
  await nora.press("Give");
  expect(nora.toast).toContain("1 task given to Nora");
  await select("Pay the rent", "Swimming bag");
  nora.choose("Who does it", "Sam");
  await nora.press("Give");
  expect(nora.toast).toContain("2 tasks given to Sam");
  await sam.visit("/tasks/select");
  expect(sam.text).toMatch(/Swimming bag [^·]*· Sam.*rent [^·]*· Sam/);
  await nora.press("Undo");
  expect(nora.toast).toContain("2 tasks are back");
  await nora.visit("/tasks/select");
  expect(nora.text).toMatch(/Pay the rent [^·]*· Nora/);
  expect(nora.text).not.toContain("Sam");
});

test("a task that the person has already is not called changed", async () => {
  const { nora, select } = await withTasks();
  await select("Pay the rent");
  nora.choose("Who does it", "Nora");
  await nora.press("Give");
  await select("Pay the rent", "Swimming bag");
  nora.choose("Who does it", "Nora");
  await nora.press("Give");
  expect(nora.toast).toContain("1 task given to Nora");
  expect(nora.toast).toContain("“Pay the rent”: That person has it already.");
  expect(nora.toast).not.toContain("meanwhile");
});

test("Undo leaves a task that somebody has given on, and says who", async () => {
  const { nora, family, select } = await withTasks();
  const sam = browserOf(mila, await newSam(mila, family));
  await select("Pay the rent");
  nora.choose("Who does it", "Sam");
  await nora.press("Give");
  await sam.visit("/tasks/select");
  sam.check(/Pay the rent/);
  sam.choose("Who does it", "Nora");
  await sam.press("Give");
  await nora.press("Undo");
  expect(nora.toast).toContain("Nothing changed Sam gave it to Nora since. Pay the rent");
});

test("Undo of what was given opens the request again that it ended", async () => {
  const { nora, family, select } = await withTasks();
  const { path } = await askSam(family);
  const sam = new FormBrowser(mila.url);
  await select("Pick up Emma");
  nora.choose("Who does it", "Nora");
  await nora.press("Give");
  await sam.visit(path);
  expect(sam.buttons().join()).not.toContain("Yes");
  await nora.press("Undo");
  await sam.visit(path);
  expect(sam.buttons().join()).toContain("Yes");
});

test("ticked tasks become items of a list, but not one that repeats, and Undo brings them back", async () => {
  const { nora, family, select } = await withTasks();
  await say(nora, "trash every Tuesday at 7pm");
  await select("Clean the garage", "Trash");
  nora.choose("List", "Shopping");
  await nora.press("Move to the list");
  expect(nora.toast).toContain("1 task moved to Shopping");
  expect(nora.toast).toContain("“Trash”: It repeats, and a list has no dates.");
  const list = browserOf(mila, family);
  await list.visit("/lists/shopping");
  expect(list.text).toContain("Clean the garage");
  await nora.press("Undo");
  expect(nora.toast).toContain("1 task is back");
  await list.visit("/lists/shopping");
  expect(list.text).not.toContain("Clean the garage");
});

test("“undo” brings a task back that became an item, and takes the item off its list", async () => {
  const { nora, select } = await withTasks();
  await select("Clean the garage");
  nora.choose("List", "Shopping");
  await nora.press("Move to the list");
  await say(nora, "undo");
  expect(nora.toast).toContain("Clean the garage");
  await nora.visit("/tasks/select");
  expect(nora.text).toContain("Clean the garage");
  await nora.visit("/lists/shopping");
  expect(nora.text).not.toContain("Clean the garage");
});

/** The fields of all tasks, as the page sends them once all are ticked. */
const allTicked = ({ html }: FormBrowser) =>
  Object.fromEntries(
    [...html.matchAll(/name="(tasks\[\d+\]\.seen)" value="([^"]+)"/g)].map(([, name, value]) => [
      name,
      value,
    ]),
  );

/** The page after a post of the family, with its toast. */
async function pageAfter(family: Visitor, answer: Response): Promise<FormBrowser> {
  const [cookie = ""] = answer.headers.getSetCookie();
  const page = browserOf(mila, family);
  page.setCookie("mila_toast", /mila_toast=([^;]+)/.exec(cookie)?.[1] ?? "");
  await page.visit("/dashboard");
  return page;
}

test("all tasks that the page shows can be ticked, and Undo brings all of them back", async () => {
  const { nora, family } = await withTasks();
  await addManyTasks(mila.db, family, { count: maxSelected, days: 200 });
  await nora.visit("/tasks/select");
  expect(nora.text).toContain(`The next ${maxSelected} of ${maxSelected + 3}`);
  const answer = await family.post("/tasks/select", { ...allTicked(nora), choice: "done" });
  expect(answer.status).toBe(303);
  const page = await pageAfter(family, answer);
  expect(page.toast).toContain(`${maxSelected} tasks completed`);
  await page.press("Undo");
  expect(page.toast).toContain(`${maxSelected} tasks are back`);
});

test("many refusals are told in few words, which fit the cookie of a toast", async () => {
  const { nora, family } = await withTasks();
  await addManyTasks(mila.db, family, { count: maxSelected, days: 200 });
  const users = mila.db.selectFrom("users").select("id").where("email", "=", family.email);
  await mila.db
    .updateTable("tasks")
    .set({ delegation_status: "pending" })
    .where("user_id", "=", users)
    .execute();
  await nora.visit("/tasks/select");
  const list = { choice: "list", listId: "shopping" };
  const answer = await family.post("/tasks/select", { ...allTicked(nora), ...list });
  expect(answer.headers.getSetCookie()[0]?.length).toBeLessThan(4_096);
  const page = await pageAfter(family, answer);
  expect(page.toast).toContain("Please withdraw the request first.");
  expect(page.toast).toContain(`${maxSelected - 3} more are like these.`);
});

test("a task that somebody did meanwhile stays, and the toast says so", async () => {
  const { nora, family, select } = await withTasks();
  await select("Pay the rent", "Swimming bag");
  const other = browserOf(mila, family);
  await other.visit("/dashboard");
  await other.card("Pay the rent").press("Mark as complete");
  await nora.press("Delete");
  expect(nora.toast).toContain("1 task deleted");
  expect(nora.toast).toContain("1 task had changed meanwhile, and is as before.");
});

test("Enter moves to the day that was typed, and without one keeps what was ticked", async () => {
  const { nora, select } = await withTasks();
  await select("Pay the rent", "Clean the garage");
  await nora.enter("Another day", { status: 400 });
  expect(nora.text).toContain("Please choose a date");
  nora.fill("Another day", "2041-06-15");
  await nora.enter("Another day");
  expect(nora.toast).toContain("2 tasks moved to Saturday, Jun 15");
});

test("“undo” takes back that a task was given to somebody, not the change before", async () => {
  const { nora, family, select } = await withTasks();
  await newSam(mila, family);
  await nora.visit("/dashboard");
  await nora.card("Clean the garage").press("Mark as complete");
  await select("Pay the rent");
  nora.choose("Who does it", "Sam");
  await nora.press("Give");
  await say(nora, "undo");
  expect(nora.toast).toContain("Taken back");
  expect(nora.toast).toContain("Pay the rent");
  await nora.visit("/tasks/select");
  expect(nora.text).toContain("Pay the rent");
  expect(nora.text).not.toMatch(/Clean the garage|· Sam/);
});
