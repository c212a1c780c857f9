import { afterAll, beforeAll, expect, test } from "vitest";
import { askSam } from "../../support/messages/delegation-link.ts";
import { newSam } from "../../support/people/second-parent.ts";
import { FormBrowser } from "../../support/product/form-browser.ts";
import { addTask } from "../../support/records/add-task.ts";
import { browserOf, type FormsMila, formsMila, newNora, say, soon } from "./forms-mila.ts";

const title = "Order groceries";
let mila: FormsMila;

beforeAll(async () => {
  mila = await formsMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

async function newCouple() {
  const { nora, family } = await newNora(mila);
  const profile = { firstName: "Nora", lastName: "", role: "mom", timeZone: "America/New_York" };
  await family.post("/preferences/profile", profile);
  const account = await newSam(mila, family);
  return { nora, family, account, sam: browserOf(mila, account) };
}

/** Newest first, without when each was. */
async function read(browser: FormBrowser, id: string): Promise<string[]> {
  return (await readWhole(browser, id)).map((line) => line.replace(/ · .*/, ""));
}

async function readWhole(browser: FormBrowser, id: string): Promise<string[]> {
  await browser.visit(`/tasks/${id}`);
  browser.unfold("History");
  return browser.items().filter((line) => / · (today|yesterday) at /.test(line));
}

test("a task's page says who did what with it, in the reader's time", async () => {
  const { nora, family, sam } = await newCouple();
  const id = await addTask(family, { title, dueDate: "2031-06-10T15:00" });
  await sam.visit(`/tasks/${id}/date`);
  sam.fill("Date", "2031-06-11");
  sam.fill("Time", "16:00");
  await sam.press("Save");
  await sam.visit(`/tasks/${id}/edit`);
  sam.fill("Description", "Milk and bread");
  sam.choose("Who", "Nora");
  await sam.press("Save Changes");
  for (const button of ["Mark as complete", "Mark as incomplete", "Delete task"]) {
    await nora.visit("/dashboard");
    if (button === "Delete task") await nora.card(title).follow("More");
    await nora.press(button);
  }
  await nora.press("Undo");
  const moved = "moved it from Tue, Jun 10, 2031, 3:00 PM to Wed, Jun 11, 2031, 4:00 PM";
  const byNora = [
    "set its date to Tue, Jun 10, 2031, 3:00 PM",
    expect.stringMatching(/^You changed the title/),
  ];
  const lines = (await read(nora, id)).slice(0, -1);
  expect(lines).toEqual([
    "You restored it",
    "You deleted it",
    "You reopened it",
    "You did it",
    "Sam gave it to you",
    "Sam changed the description",
    `Sam ${moved}`,
    `You ${byNora[0]}`,
    byNora[1],
  ]);
  expect((await readWhole(nora, id)).at(-1)).toMatch(
    /^You added it · (today|yesterday) at \d+:\d\d [AP]M$/,
  );
  expect(await read(sam, id)).toEqual(
    expect.arrayContaining(["Nora did it", "You gave it to Nora", `You ${moved}`, "Nora added it"]),
  );

  await family.post("/preferences/profile", {
    firstName: "Eleanor",
    lastName: "",
    role: "mom",
    timeZone: "UTC",
  });
  expect(await read(sam, id)).toContain("Eleanor did it");
  expect(await read(nora, id)).toContain(
    "Sam moved it from Tue, Jun 10, 2031, 7:00 PM to Wed, Jun 11, 2031, 8:00 PM",
  );
});

test("a task's page says who was asked, what they answered, and who cancelled it", async () => {
  const { nora, family } = await newNora(mila);
  const { taskId, path } = await askSam(family, { title });
  const sam = new FormBrowser(mila.url);
  await sam.visit(path);
  sam.fill("Add a note (optional)", "Back at six");
  await sam.press("Yes, I'll do it");
  await nora.visit(`/tasks/${taskId}/delegate`);
  await nora.press("Cancel request");
  expect((await read(nora, taskId)).slice(0, 3)).toEqual([
    "You cancelled the request to Sam",
    "Sam said yes: Back at six",
    "You asked Sam with a link",
  ]);
});

test("a task that was skipped, missed or done late says so", async () => {
  const { nora, family } = await newNora(mila);
  await say(nora, "water the ferns every day at 8pm");
  const open = mila.db
    .selectFrom("tasks")
    .innerJoin("users", "users.id", "tasks.user_id")
    .select("tasks.id")
    .where("users.email", "=", family.email)
    .where("is_completed", "=", 0)
    .where("deleted_at", "is", null);
  const { id } = await open.executeTakeFirstOrThrow();
  await nora.card("Water the ferns").follow("More");
  await nora.press("Skip this time");
  await nora.press("Undo");
  expect((await read(nora, id)).slice(0, 2)).toEqual(["You restored it", "You skipped it"]);

  await mila.db
    .updateTable("series_occurrences")
    .set({ missed_at: "2026-01-01T00:00:00.000Z" })
    .where("task_id", "=", id)
    .execute();
  await expect.poll(async () => (await open.executeTakeFirst())?.id, soon).not.toBe(id);
  await family.post(`/tasks/${id}/complete`);
  expect((await read(nora, id)).slice(0, 2)).toEqual([
    expect.stringMatching(/^You did it for \w+/),
    "It was missed",
  ]);
});

test("a deleted task's page still has its history", async () => {
  const { nora, family, account, sam } = await newCouple();
  const id = await addTask(family, { title });
  await account.post(`/tasks/${id}/complete`);
  await account.post(`/tasks/${id}/delete`);
  await nora.visit(`/tasks/${id}`, { status: 404 });
  nora.unfold("History");
  expect(
    nora
      .items()
      .map((line) => line.replace(/ · .*/, ""))
      .slice(0, 2),
  ).toEqual(["Sam deleted it", "Sam did it"]);
  await nora.press("Undo");
  expect((await read(sam, id)).slice(0, 2)).toEqual(["Nora restored it", "You deleted it"]);
});

test("a task that only its page has seen has no history to unfold", async () => {
  const { nora } = await newNora(mila);
  await say(nora, "call the vet on January 5 2031 at 3pm");
  await nora.visit("/dashboard");
  await nora.followFirst("Call the vet");
  expect(nora.text).not.toContain("History");
});

test("those who left keep their names in it, and read it no more", async () => {
  const { nora, family, account, sam } = await newCouple();
  const id = await addTask(family, { title });
  await account.post(`/tasks/${id}/complete`);
  await sam.visit("/preferences/family");
  sam.unfold("Leave");
  await sam.press("Leave the household");
  expect(await read(nora, id)).toContain("Sam did it");
  await sam.visit(`/tasks/${id}`, { status: 404 });
  expect(sam.text).not.toContain("did it");
});
