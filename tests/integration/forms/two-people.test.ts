import { afterAll, beforeAll, expect, test } from "vitest";
import { addFamilyMember } from "../../support/records/add-family-member.ts";
import { addTask } from "../../support/records/add-task.ts";
import { askSam } from "../../support/messages/delegation-link.ts";
import { newSam } from "../../support/people/second-parent.ts";
import { browserOf, type FormsMila, formsMila, newNora, say } from "./forms-mila.ts";

const title = "Order groceries";
let mila: FormsMila;

beforeAll(async () => {
  mila = await formsMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

/** Nora's dashboard shows a task, and Sam can press its card's buttons meanwhile. */
async function newCouple({ isCompleted = false } = {}) {
  const { nora, family } = await newNora(mila);
  const sam = browserOf(mila, await newSam(mila, family));
  const id = await addTask(family, { title, isCompleted });
  await nora.visit("/dashboard");
  const samPresses = async (button: string) => {
    await sam.visit("/dashboard");
    if (button === "Delete task") await sam.card(title).follow("More");
    await sam.press(button);
  };
  return { nora, sam, id, samPresses };
}

test("completing a task that another user completed says so", async () => {
  const { nora, sam, samPresses } = await newCouple();
  await samPresses("Mark as complete");
  expect(sam.card(title).buttons()).toContain("Mark as incomplete");

  await nora.card(title).press("Mark as complete");
  expect(nora.toast).toContain(`Sam completed this a moment ago ${title}`);
  expect(nora.card(title).buttons()).toContain("Mark as incomplete");
});

test("reopening a task that another user reopened says so", async () => {
  const { nora, sam, samPresses } = await newCouple({ isCompleted: true });
  await samPresses("Mark as incomplete");
  expect(sam.card(title).buttons()).toContain("Mark as complete");

  await nora.card(title).press("Mark as incomplete");
  expect(nora.toast).toContain(`Sam reopened this a moment ago ${title}`);
  expect(nora.card(title).buttons()).toContain("Mark as complete");
});

test.for(["Mark as complete", "Delete task"])(
  "“%s” on a task that another user deleted says so and restores it",
  async (button) => {
    const { nora, sam, samPresses } = await newCouple();
    if (button === "Delete task") await nora.card(title).follow("More");
    await samPresses("Delete task");
    expect(sam.toast).toContain("Task deleted");

    await nora.press(button);
    expect(nora.toast).toContain(`Sam deleted this a moment ago ${title}`);
    expect(nora.headings(3)).toEqual([]);
    await nora.press("Undo");
    expect(nora.toast).toContain("Task restored");
    expect(nora.headings(3)).toEqual([title]);
  },
);

test("opening a task that another user deleted says so and restores it", async () => {
  const { nora, id, samPresses } = await newCouple();
  await samPresses("Delete task");
  await nora.visit(`/tasks/${id}`, { status: 404 });
  expect(nora.title).toBe("Task · Mila");
  expect(nora.heading).toBe(title);
  expect(nora.text).toContain("Sam deleted this a moment ago.");
  expect(nora.link("All tasks").pathname).toBe("/dashboard");
  await nora.press("Undo");
  expect(nora.toast).toContain("Task restored");
  expect(nora.headings(3)).toEqual([title]);
});

test("editing a task that another user deleted loses nothing and restores it on save", async () => {
  const { nora, id, samPresses } = await newCouple();
  await nora.visit(`/tasks/${id}/edit`);
  nora.fill("Description", "Milk, bread, apples");
  await samPresses("Delete task");

  await nora.press("Save Changes", { status: 409 });
  expect(nora.alert).toContain("Sam deleted this a moment ago.");
  expect(nora.alert).toContain(
    "Nothing you typed is lost. Save to restore it with what you see below.",
  );
  expect(nora.field("Description").value).toBe("Milk, bread, apples");
  await nora.press("Save Changes");
  expect(nora.toast).toContain("Task saved!");
  expect(nora.card(title).text).toContain("Milk, bread, apples");
});

test("choosing a date for a task that another user deleted keeps it and restores the task on save", async () => {
  const { nora, id, samPresses } = await newCouple();
  await nora.visit(`/tasks/${id}/date`);
  nora.fill("Date", "2031-06-10");
  nora.fill("Time", "15:30");
  await samPresses("Delete task");

  await nora.press("Save", { status: 409 });
  expect(nora.alert).toContain("Sam deleted this a moment ago.");
  expect(nora.field("Date").value).toBe("2031-06-10");
  expect(nora.field("Time").value).toBe("15:30");
  await nora.press("Save");
  expect(nora.toast).toContain("Task saved!");
  expect(nora.card(title).text).toContain("Jun 10, 2031, 3:30 PM");
});

test("pressing the same button twice reports nothing new", async () => {
  const { nora, family } = await newNora(mila);
  const id = await addTask(family, { title });
  await nora.visit("/dashboard");
  await family.post(`/tasks/${id}/complete`);
  // That toast is for the next page.
  await browserOf(mila, family).visit("/dashboard");
  await nora.card(title).press("Mark as complete");
  expect(nora.card(title).buttons()).toContain("Mark as incomplete");
  expect(nora.toast).toBe("Task completed Undo");
});

test("a stale page shows the yes first and asks again only when pressed again", async () => {
  const { nora, family } = await newNora(mila);
  const { taskId, path } = await askSam(family);
  await nora.visit(`/tasks/${taskId}/delegate`);
  await family.post(path, { answer: "accept" });
  nora.check(/^Copy a link/);
  await nora.press("Delegate", { status: 409 });
  expect(nora.alert).toContain("Sam said yes in the meantime, so I didn't ask anyone.");
  expect(nora.region("Current request").text).toContain("✓ Accepted");
  expect(nora.field(/^Copy a link/).isChecked).toBe(true);
  await nora.press("Delegate");
  expect(nora.toast).toContain("Task delegated!");
  expect(nora.region("Current request").text).toContain("⏳ Pending");
});

test("a yes during an edit stays, unless the edit chose somebody", async () => {
  const { nora, family } = await newNora(mila);
  const { taskId, path } = await askSam(family);
  await addFamilyMember(family, { name: "Grandma", relation: "grandparent", phone: "", email: "" });
  await nora.visit(`/tasks/${taskId}/edit`);
  nora.fill("Title", "Pick up Emma and Max");
  await family.post(path, { answer: "accept" });
  await nora.press("Save Changes", { status: 409 });
  expect(nora.alert).toContain("It now says: Pick up Emma (Household · Sam)");
  expect(nora.field("Who").value).toBe("Sam");
  await nora.press("Save Changes");
  expect(nora.card("Pick up Emma and Max").text).toContain("✓ Accepted");

  await nora.visit(`/tasks/${taskId}/edit`);
  nora.choose("Who", "Grandma");
  await family.post(path, { answer: "decline" });
  await nora.press("Save Changes", { status: 409 });
  expect(nora.field("Who").value).toBe("Grandma");
});

test("an entry that another user just removed is no page that was never there", async () => {
  const { nora, family } = await newNora(mila);
  const easter = { name: "Easter", startsOn: "2031-04-10", endsOn: "2031-04-18" };
  await family.post("/preferences/breaks", easter);
  const other = browserOf(mila, family);
  await other.visit("/preferences/breaks");
  await nora.visit("/preferences/breaks");
  await nora.follow(/^Edit Easter/);
  nora.fill("Name", "Easter holidays");
  other.unfold("Remove");
  await family.post(nora.url.replace(/edit$/, "remove"));

  await other.press("Remove Easter", { status: 404 });
  expect(other.heading).toBe("Nothing changed");
  expect(other.text).toContain("This is no longer there");
  await nora.press("Save Changes", { status: 404 });
  expect(nora.alert).toContain("This is no longer there");
  expect(nora.field("Name").value).toBe("Easter holidays");
  await nora.press("Add again");
  expect(nora.headings(2)).toContain("Easter holidays");
});

test("Undo takes back one's own tick, not that of another user who ticked it again", async () => {
  const { nora, sam } = await newCouple();
  await nora.card(title).press("Mark as complete");
  expect(nora.toast).toContain("Task completed");
  await sam.visit("/dashboard");
  await sam.card(title).press("Mark as incomplete");
  await sam.card(title).press("Mark as complete");
  await nora.press("Undo");
  expect(nora.toast).toContain(`Sam completed this a moment ago ${title}`);
  expect(nora.card(title).buttons()).toContain("Mark as incomplete");
});

test("Undo brings back what one deleted oneself, not what another user deleted again", async () => {
  const { nora, sam, id } = await newCouple();
  await nora.card(title).follow("More");
  await nora.press("Delete task");
  await sam.visit(`/tasks/${id}`, { status: 404 });
  await sam.press("Undo");
  await sam.card(title).follow("More");
  await sam.press("Delete task");
  await nora.press("Undo");
  expect(nora.toast).toContain(`Sam deleted this a moment ago ${title}`);
  expect(nora.headings(3)).toEqual([]);
});

test("Undo of a repeating task that another user went on with says so", async () => {
  const { nora, family } = await newNora(mila);
  const sam = await newSam(mila, family);
  const id = await addTask(family, { title, dueDate: "2031-06-10T15:00" });
  await family.post(`/tasks/${id}/repeat`, { interval: "1", unit: "day" });
  await nora.visit("/dashboard");
  await nora.card(title).press("Mark as complete");
  const { id: next } = await mila.db
    .selectFrom("tasks")
    .innerJoin("series_occurrences", "task_id", "tasks.id")
    .select("tasks.id")
    .where("state", "=", "open")
    .where("series_id", "=", (eb) =>
      eb.selectFrom("series_occurrences").select("series_id").where("task_id", "=", id),
    )
    .executeTakeFirstOrThrow();
  await sam.post(`/tasks/${next}/complete`);
  await nora.press("Undo");
  expect(nora.toast).toContain("Sam completed the next one, so this one stays done");
});

test("Undo of a removed date says who chose another one meanwhile", async () => {
  const { nora, family } = await newNora(mila);
  const sam = browserOf(mila, await newSam(mila, family));
  await say(nora, "Order groceries tomorrow at 5pm");
  const { id } = await mila.db
    .selectFrom("tasks")
    .innerJoin("users", "users.id", "tasks.user_id")
    .select("tasks.id")
    .where("users.email", "=", family.email)
    .executeTakeFirstOrThrow();
  await nora.visit(`/tasks/${id}/date`);
  await nora.press("Not a date?");
  expect(nora.toast).toContain("Date removed");
  await sam.visit(`/tasks/${id}/date`);
  sam.fill("Date", "2031-06-10");
  sam.fill("Time", "15:30");
  await sam.press("Save");
  await nora.press("Undo");
  expect(nora.toast).toContain("Nothing changed Sam moved this to Tue, Jun 10, 2031 at 3:30 PM.");
});

test("a repetition that another user changed is said first, and replaced when saved again", async () => {
  const { nora, family } = await newNora(mila);
  const sam = browserOf(mila, await newSam(mila, family));
  const id = await addTask(family, { title, dueDate: "2031-06-10T15:00" });
  await family.post(`/tasks/${id}/repeat`, { interval: "1", unit: "week" });
  await nora.visit(`/tasks/${id}/repeat`);
  await sam.visit(`/tasks/${id}/repeat`);
  sam.fill("Every", "2");
  await sam.press("Save");
  nora.fill("Every", "3");
  await nora.press("Save", { status: 409 });
  expect(nora.alert).toContain("Someone changed how this repeats while you were editing.");
  expect(nora.alert).toContain("Now it is: Every other week on Tuesday 3 PM");
  expect(nora.field("Every").value).toBe("3");
  await nora.press("Save");
  expect(nora.toast).toContain("Every 3 weeks");

  await sam.visit(`/tasks/${id}/repeat`);
  await nora.visit(`/tasks/${id}/repeat`);
  await nora.press("Stop repeating");
  sam.fill("Every", "4");
  await sam.press("Save", { status: 409 });
  expect(sam.alert).toContain("It does not repeat any more.");
  await sam.press("Save");
  expect(sam.toast).toContain("Every 4 weeks");
});
