// oxlint-disable unicorn/no-thenable -- a form field has that name; it is text, never a function
import type { Kysely } from "kysely";
import { expect, test } from "vitest";
import { saveToCalendar } from "#app/domain/calendar/entries/save-entry.server.ts";
import { earlierBy, nowIso } from "#app/domain/core/time.ts";
import { linkToken } from "#app/domain/core/link-token.server.ts";
import { findRequestPage } from "#app/domain/delegation/views/request-page.server.ts";
import { acceptInvitation } from "#app/domain/lifecycle/accept-invitation.server.ts";
import { deleteAccount } from "#app/domain/lifecycle/delete-account.server.ts";
import { removeAccounts } from "#app/domain/lifecycle/remove-accounts.server.ts";
import { findTaskHistory } from "#app/domain/pages/task-history.server.ts";
import { searchTasks } from "#app/domain/search/search-tasks.server.ts";
import { purgeDeletedTasks } from "#app/domain/tasks/changing/purge.server.ts";
import { deleteTask } from "#app/domain/tasks/changing/task.server.ts";
import {
  addToChecklist,
  deleteItem,
  findChecklist,
  tickItem,
} from "#app/domain/tasks/checklist/checklist.server.ts";
import { findTask } from "#app/domain/tasks/find-tasks.server.ts";
import { loader as feedLoader } from "#app/routes/calendar-feed/feed.ts";
import { loader as fileLoader } from "#app/routes/tasks/calendar/file.ts";
import { action as chooseDate } from "#app/routes/tasks/date/date.tsx";
import type { Database } from "#db/schema.ts";
import { datedTask, feedPath, readEvents } from "../../support/messages/calendar.ts";
import { newAskingFamily, newTask, sendRequest } from "../../support/messages/delegation.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newFamily, newInvitation, type TestFamily } from "../../support/records/family.ts";
import { newConnectedUser, newTaskDue } from "../../support/records/google-calendar.ts";
import { readExport } from "../../support/records/read-export.ts";
import { newSeries } from "../../support/records/series.ts";
import { routeArgs } from "../../support/text/route.ts";

const names = ["Socks", "Tent", "Torch"];
const lines = "- Socks\n- Tent\n- Torch";

async function withItems(db: Kysely<Database>, family: { userId: string }, taskId: string) {
  await addToChecklist(db, family, taskId, { names, requestId: `first of ${taskId}` });
  const [socks] = await findChecklist(db, taskId);
  const key = { taskId, itemId: socks!.id };
  return { tick: () => tickItem(db, family, key, { isTicked: true, at: nowIso() }), key };
}

test("a task's calendar file, the feed and Google's page have the items", async () => {
  await using own = newDatabase();
  const { db } = own;
  const nora = await newAskingFamily(db);
  const id = await datedTask(db, nora, "2031-06-10T15:00");
  await withItems(db, nora, id);
  const args = await routeArgs(db, { path: "/", userId: nora.userId, params: { id } });
  const file = await (await fileLoader(args)).text();
  expect(readEvents(file)[0]!.description).toContain(lines);
  const [, token = ""] = /\/calendar\/(.+)\.ics$/.exec(await feedPath(db, nora.userId)) ?? [];
  const feed = await feedLoader(await routeArgs(db, { path: "/", params: { token } }));
  expect(readEvents(await feed.text())[0]!.description).toContain(lines);
  const fields = { date: "2041-05-04", then: "calendar", time: "15:00" };
  const press = await routeArgs(db, { path: "/", userId: nora.userId, params: { id }, fields });
  const page = ((await chooseDate(press)) as Response).headers.get("Location")!;
  expect(new URL(page).searchParams.get("details")).toContain(lines);
});

test("the feed's later dates of a repeating task have the items", async () => {
  await using own = newDatabase();
  const nora = await newAskingFamily(own.db);
  const due = `${nowIso().slice(0, 10)}T23:50`;
  const id = await newSeries(own.db, nora, { rule: "FREQ=WEEKLY", due, now: nowIso() });
  await withItems(own.db, nora, id);
  const [, token = ""] = /\/calendar\/(.+)\.ics$/.exec(await feedPath(own.db, nora.userId)) ?? [];
  const feed = await feedLoader(await routeArgs(own.db, { path: "/", params: { token } }));
  const events = readEvents(await feed.text());
  expect(events.length).toBeGreaterThan(5);
  for (const { description } of events) expect(description).toContain(lines);
});

test("an entry in Google Calendar follows the items, but not the ticks", async () => {
  await using own = newDatabase();
  const { db } = own;
  await using scene = await newConnectedUser(db);
  const { nora, sender } = scene;
  const id = await newTaskDue(db, nora);
  await saveToCalendar(db, nora, id);
  await sender.sendDue();
  const { tick, key } = await withItems(db, nora, id);
  await sender.sendDue();
  expect(scene.entries()[0]!.description).toContain(lines);
  const sent = scene.google.requests.length;
  await tick();
  await sender.sendDue();
  expect(scene.google.requests).toHaveLength(sent);
  await deleteItem(db, nora, key);
  await sender.sendDue();
  expect(scene.entries()[0]!.description).not.toContain("Socks");
});

test("somebody who is asked can read the checklist, and a page that has ended hides it", async () => {
  await using own = newDatabase();
  const { db } = own;
  const nora = await newAskingFamily(db);
  const taskId = await newTask(db, nora);
  const id = await sendRequest(db, nora, taskId, nora.sam, "link");
  const { tick } = await withItems(db, nora, taskId);
  await tick();
  const page = () => findRequestPage(db, { id, version: 1, isCopy: false });
  expect((await page())!.checklist).toMatchObject([
    { name: "Socks", isTicked: true },
    { name: "Tent", isTicked: false },
    { name: "Torch", isTicked: false },
  ]);
  await deleteTask(db, nora, taskId);
  expect((await page())!.checklist).toEqual([]);
});

test("a task is found by a word of an item, also with a slip", async () => {
  await using own = newDatabase();
  const { db } = own;
  const nora = await newAskingFamily(db);
  const id = await newTask(db, nora);
  const { key } = await withItems(db, nora, id);
  const found = async (text: string) =>
    (await searchTasks(db, nora, text, nowIso()))!.open.map((task) => task.id);
  expect(await found("socks")).toEqual([id]);
  expect(await found("socsk")).toEqual([id]);
  await deleteItem(db, nora, key);
  expect(await found("socks")).toEqual([]);
});

test("ticks are not in the history", async () => {
  await using own = newDatabase();
  const nora = await newAskingFamily(own.db);
  const id = await newTask(own.db, nora);
  const history = async () =>
    findTaskHistory(own.db, nora, (await findTask(own.db, nora, id))!, nowIso());
  const before = await history();
  const { tick } = await withItems(own.db, nora, id);
  await tick();
  expect((await history()).length).toBe(before.length);
});

test("a checklist is in the export, moves with its household, and ends with it", async () => {
  await using own = newDatabase();
  const { db } = own;
  const [host, guest] = [await newFamily(db), await newAskingFamily(db)];
  const id = await newTask(db, guest);
  await (await withItems(db, guest, id)).tick();
  await join(db, host, guest);
  expect(await findTask(db, host, id)).toBeDefined();
  const { checklist_items } = await readExport(db, host);
  const exported = checklist_items.map((item: { name: string; ticked_at: string | null }) => [
    item.name,
    item.ticked_at !== null,
  ]);
  expect(exported).toEqual([
    ["Socks", true],
    ["Tent", false],
    ["Torch", false],
  ]);
  for (const { userId } of [guest, host]) await deleteAccount(db, userId);
  await removeAccounts(db);
  expect(await db.selectFrom("checklist_items").selectAll().execute()).toEqual([]);
});

async function join(db: Kysely<Database>, host: TestFamily, guest: TestFamily): Promise<void> {
  const linkKey = "k".repeat(43);
  const address = `${guest.userId}@example.com`;
  const token = linkToken(linkKey, "invitation", await newInvitation(db, host, address));
  expect(await acceptInvitation(db, guest.userId, { linkKey, token })).toBe("joined");
}

test("what was deleted 30 days ago is deleted for good, with its task or alone", async () => {
  await using own = newDatabase();
  const { db } = own;
  const nora = await newAskingFamily(db);
  const [kept, gone] = [await newTask(db, nora), await newTask(db, nora)];
  const { key } = await withItems(db, nora, kept);
  await withItems(db, nora, gone);
  await deleteItem(db, nora, key);
  await deleteTask(db, nora, gone);
  const long = { deleted_at: earlierBy(nowIso(), { hours: 24 * 31 }) };
  await db.updateTable("tasks").set(long).where("id", "=", gone).execute();
  const left = async () => {
    const rows = await db
      .selectFrom("checklist_items")
      .select(["task_id", "name"])
      .orderBy("name")
      .execute();
    return rows.map(({ task_id, name }) => (task_id === kept ? name : "of the deleted task"));
  };
  await purgeDeletedTasks(db, nowIso());
  expect(await left()).toEqual(names);
  await db.updateTable("checklist_items").set(long).where("id", "=", key.itemId).execute();
  await purgeDeletedTasks(db, nowIso());
  expect(await left()).toEqual(["Tent", "Torch"]);
});
