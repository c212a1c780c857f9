import { afterAll, beforeAll, expect, test } from "vitest";
import { addTask } from "../../support/records/add-task.ts";
import { newSam } from "../../support/people/second-parent.ts";
import { maxChecklistItems } from "#app/domain/tasks/checklist/limits.ts";
import { browserOf, type FormsMila, formsMila, newNora } from "./forms-mila.ts";

const title = "Pack for camp";
let mila: FormsMila;

beforeAll(async () => {
  mila = await formsMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

/** Nora's task with socks, a tent and a torch. */
async function newPacking({ repeats }: { repeats?: true } = {}) {
  const { nora, family } = await newNora(mila);
  const id = await addTask(family, { title, ...(repeats && { dueDate: "2101-06-07T15:00" }) });
  if (repeats) await family.post(`/tasks/${id}/repeat`, { interval: "1", unit: "week" });
  const add = async (text: string, expected: object = {}) => {
    await nora.visit(`/tasks/${id}/checklist`);
    nora.fill("Add to the checklist", text);
    await nora.press("Add", expected);
  };
  await add("socks, tent and torch");
  const items = async (taskId = id) => {
    const rows = await mila.db
      .selectFrom("checklist_items")
      .select(["name", "ticked_at"])
      .where("task_id", "=", taskId)
      .where("deleted_at", "is", null)
      .orderBy("place")
      .execute();
    return rows.map(({ name, ticked_at }) => (ticked_at ? `${name} ✓` : name)).join(", ");
  };
  return { nora, family, id, add, items };
}

test("a task's menu leads to its checklist, where items are added, several at once", async () => {
  const { nora, family, id, add, items } = await newPacking();
  expect(nora.toast).toContain("Added 3 to the checklist");
  const twice = { text: "hat", requestId: "sent-two-times" };
  for (const fields of [twice, twice]) await family.post(`/tasks/${id}/checklist`, fields);
  expect(await items()).toBe("Socks, Tent, Torch, Hat");
  await add("SOCKS and a map");
  expect(nora.toast).toContain("Added Map to the checklist");
  expect(nora.toast).toContain("Socks is on the list already.");
  await nora.visit("/dashboard");
  expect(nora.card(title).text).toContain("0 of 5");
  await nora.card(title).follow("More");
  await nora.follow("Checklist");
  expect(nora.heading).toBe("Checklist");
  expect(nora.url).toBe(`/tasks/${id}/checklist`);
});

test("an item moves below one that was deleted meanwhile, and Undo keeps its place", async () => {
  const { nora, family, id, items } = await newPacking();
  const sam = browserOf(mila, await newSam(mila, family));
  await nora.visit(`/tasks/${id}/checklist`);
  await sam.visit(`/tasks/${id}/checklist`);
  await sam.press("Delete: Torch");
  await nora.press("Move down: Tent");
  await sam.press("Undo");
  expect(await items()).toBe("Socks, Torch, Tent");
});

test("a tick of an item that somebody has deleted says so", async () => {
  const { nora, family, id, items } = await newPacking();
  const sam = browserOf(mila, await newSam(mila, family));
  await nora.visit(`/tasks/${id}`);
  await sam.visit(`/tasks/${id}/checklist`);
  await sam.press("Delete: Socks");
  await nora.press("Tick: Socks");
  expect(nora.url).toBe(`/tasks/${id}`);
  expect(nora.toast).toContain("Nothing changed Someone has deleted this item.");
  expect(await items()).toBe("Tent, Torch");
});

test("items are ticked and brought back on the task's page, and the card counts them", async () => {
  const { nora, family, id, items } = await newPacking();
  const sam = browserOf(mila, await newSam(mila, family));
  await nora.visit(`/tasks/${id}`);
  await nora.press("Tick: Socks");
  await nora.press("Tick: Torch");
  expect(await items()).toBe("Socks ✓, Tent, Torch ✓");
  await sam.visit("/dashboard");
  expect(sam.card(title).text).toContain("2 of 3");
  await sam.visit(`/tasks/${id}`);
  await sam.press("Bring back: Socks");
  expect(await items()).toBe("Socks, Tent, Torch ✓");
  nora.fill("Add to the checklist", "hat");
  await nora.press("Add");
  expect(nora.url).toBe(`/tasks/${id}`);
  expect(await items()).toBe("Socks, Tent, Torch ✓, Hat");
});

test("items are moved, renamed and deleted, and Undo brings one back to its place", async () => {
  const { nora, family, items } = await newPacking();
  await nora.press("Move up: Torch");
  expect(await items()).toBe("Socks, Torch, Tent");
  const down = /formaction="([^"]+\/move)" name="after" value="([^"]+)"/i.exec(nora.html);
  const [, move = "", after = ""] = down ?? [];
  for (const fields of [{ after }, { after }]) await family.post(move, fields);
  expect(await items()).toBe("Torch, Socks, Tent");
  await nora.reload();
  await nora.follow("Rename: Socks");
  nora.fill("Name", "tent");
  await nora.press("Save Changes", { status: 400 });
  expect(nora.text).toContain("That is on the list already");
  nora.fill("Name", "Wool socks");
  await nora.press("Save Changes");
  await nora.press("Delete: Wool socks");
  expect(await items()).toBe("Torch, Tent");
  await nora.press("Undo");
  expect(await items()).toBe("Torch, Wool socks, Tent");
});

test("Undo brings back no second item of a name, and a new name for a deleted item is not lost", async () => {
  const { nora, family, id, items } = await newPacking();
  const sam = browserOf(mila, await newSam(mila, family));
  await nora.press("Delete: Socks");
  await sam.visit(`/tasks/${id}/checklist`);
  sam.fill("Add to the checklist", "SOCKS");
  await sam.press("Add");
  await nora.press("Undo");
  expect(await items()).toBe("Tent, Torch, SOCKS");
  await nora.follow("Rename: Tent");
  await sam.press("Delete: Tent");
  nora.fill("Name", "Big tent");
  await nora.press("Save Changes", { status: 404 });
  expect(nora.text).toContain("This item is no longer there.");
  expect(nora.text).toContain("Big tent");
});

test("what a checklist refuses is said beside the field, and what was typed stays", async () => {
  const { nora, add, items } = await newPacking();
  const many = Array.from({ length: maxChecklistItems }, (_, index) => `thing ${index}`).join(", ");
  await add(many, { status: 400 });
  expect(nora.text).toContain("A checklist holds 100 items. Delete some first.");
  expect(nora.html).toContain("thing 99");
  await add(`${"x".repeat(201)} and hat`, { status: 400 });
  expect(nora.text).toContain("Use at most 200 characters for each item");
  expect(await items()).toBe("Socks, Tent, Torch");
});

test("an open page of somebody else is told of each change", async () => {
  const { nora, id } = await newPacking();
  const revision = async () => {
    const task = mila.db.selectFrom("tasks").select("household_id").where("id", "=", id);
    const home = mila.db.selectFrom("households").select("revision").where("id", "=", task);
    return (await home.executeTakeFirstOrThrow()).revision;
  };
  for (const press of ["Move up: Tent", "Delete: Tent", "Undo"]) {
    const before = await revision();
    await nora.press(press);
    expect(await revision()).toBeGreaterThan(before);
  }
  await nora.visit(`/tasks/${id}`);
  const before = await revision();
  await nora.press("Tick: Tent");
  expect(await revision()).toBeGreaterThan(before);
});

/** Finds the open task. */
async function openTask(family: { email: string }) {
  const tasks = mila.db
    .selectFrom("tasks")
    .innerJoin("users", "users.id", "tasks.user_id")
    .select(["tasks.id", "due_local"])
    .where("email", "=", family.email)
    .where("is_completed", "=", 0)
    .where("tasks.deleted_at", "is", null);
  return tasks.executeTakeFirstOrThrow();
}

test("a repeating task starts each time with an empty copy, and Undo gives the ticks back", async () => {
  const { nora, family, id, items } = await newPacking({ repeats: true });
  await nora.visit(`/tasks/${id}`);
  await nora.press("Tick: Socks");
  await nora.press("Done");
  const next = await openTask(family);
  expect(next.due_local).toBe("2101-06-14T15:00");
  expect(await items(next.id)).toBe("Socks, Tent, Torch");
  await nora.press("Undo");
  expect((await openTask(family)).id).toBe(id);
  expect(await items()).toBe("Socks ✓, Tent, Torch");

  // The one that comes back has what was changed meanwhile.
  await nora.visit(`/tasks/${id}/checklist`);
  await nora.press("Delete: Tent");
  await nora.visit(`/tasks/${id}`);
  await nora.press("Done");
  expect((await openTask(family)).id).toBe(next.id);
  expect(await items(next.id)).toBe("Socks, Torch");

  // Somebody has begun the next one.
  await nora.visit(`/tasks/${next.id}`);
  await nora.press("Tick: Torch");
  await family.post(`/tasks/${id}/reopen`);
  expect((await openTask(family)).id).toBe(next.id);
  expect(await items(next.id)).toBe("Socks, Torch ✓");
});

test("a skipped one hands its checklist on, and so does a date that is moved alone", async () => {
  const { nora, family, id, items } = await newPacking({ repeats: true });
  await nora.visit(`/tasks/${id}`);
  await nora.press("Tick: Socks");
  await nora.visit(`/tasks/${id}/dates/2101-06-21`);
  nora.fill("Date", "2101-06-22");
  await nora.press("Move");
  const moved = mila.db
    .selectFrom("tasks")
    .select("id")
    .where("due_local", "=", "2101-06-22T15:00");
  expect(await items((await moved.executeTakeFirstOrThrow()).id)).toBe("Socks, Tent, Torch");
  await nora.visit(`/tasks/${id}`);
  await nora.press("Skip this time");
  const next = mila.db
    .selectFrom("tasks")
    .select("id")
    .where("due_local", "=", "2101-06-14T15:00")
    .where(
      "user_id",
      "in",
      mila.db.selectFrom("users").select("id").where("email", "=", family.email),
    )
    .where("deleted_at", "is", null);
  expect(await items((await next.executeTakeFirstOrThrow()).id)).toBe("Socks, Tent, Torch");
});

test("a checklist is copied to a list of its name, and a list fills a checklist", async () => {
  const { nora, family, items } = await newPacking();
  await nora.press("Copy to a list");
  expect(nora.heading).toBe(title);
  expect(nora.toast).toContain("Copied to this list");
  const list = nora.url;
  expect(nora.html).toContain('aria-label="Tick: Torch"');
  await nora.press("Tick: Torch");
  const other = await addTask(family, { title: "Pack again" });
  const fill = async () => {
    await nora.visit(`/tasks/${other}/checklist`);
    nora.choose("Add what is on a list", title);
    await nora.pressFirst("Add what is on it");
  };
  await fill();
  expect(nora.toast).toContain("Added 3 to the checklist");
  expect(await items(other)).toBe("Socks, Tent, Torch");
  await nora.visit(list);
  expect(nora.html).toContain('aria-label="Bring back: Torch"');
});

test("Undo of a copy takes the new list away", async () => {
  const { nora } = await newPacking();
  await nora.press("Copy to a list");
  await nora.press("Undo");
  expect(nora.url).toBe("/lists");
  expect(nora.toast).toContain("List deleted");
  expect(nora.links().filter((link) => link.includes(title))).toEqual([]);
});

test("items can be added as the task is edited, and a refusal keeps what was typed", async () => {
  const { nora, id, items } = await newPacking();
  const edit = async (text: string, expected: object = {}) => {
    await nora.visit(`/tasks/${id}/edit`);
    nora.fill("Title", "Pack for the sea");
    nora.fill("Add to the checklist", text);
    await nora.press("Save Changes", expected);
  };
  await edit("goggles and a towel");
  expect(await items()).toBe("Socks, Tent, Torch, Goggles, Towel");
  const many = Array.from({ length: maxChecklistItems }, (_, index) => `thing ${index}`).join(", ");
  await edit(many, { status: 400 });
  expect(nora.text).toContain("A checklist holds 100 items.");
  expect(nora.field("Add to the checklist").value).toContain("thing 99");
  expect(nora.field("Title").value).toBe("Pack for the sea");
});
