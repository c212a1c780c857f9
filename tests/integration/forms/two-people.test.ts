import { afterAll, beforeAll, expect, test } from "vitest";
import { addTask } from "../../support/records/add-task.ts";
import { askSam } from "../../support/messages/delegation-link.ts";
import { newSam } from "../../support/people/second-parent.ts";
import { browserOf, type FormsMila, formsMila, newNora } from "./forms-mila.ts";

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
    sam.card(title).unfold("More");
    await sam.card(title).press(button);
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
    await samPresses("Delete task");
    expect(sam.toast).toContain("Task deleted");

    nora.card(title).unfold("More");
    await nora.card(title).press(button);
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
