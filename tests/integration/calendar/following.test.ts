import { messageTypes } from "#app/domain/wiring/product.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import { expect, test } from "vitest";
import { setCalendar } from "#app/domain/calendar/google/chosen-calendar.server.ts";
import { saveToCalendar } from "#app/domain/calendar/entries/save-entry.server.ts";
import { leaveHousehold } from "#app/domain/lifecycle/leave-household.server.ts";
import { getMembership } from "#app/domain/people/household/membership.server.ts";
import {
  completeTask,
  deleteTask,
  editTask,
  reopenTask,
  restoreTask,
  setDueDate,
} from "#app/domain/tasks/changing/task.server.ts";
import {
  connectUser,
  newConnectedUser,
  newTaskDue,
} from "../../support/records/google-calendar.ts";
import { newDatabase } from "../../support/records/database.ts";
import { findOwnAlerts } from "#app/domain/pages/delivery-alerts.server.ts";
import { listDeliveries } from "#app/domain/outbox/views/delivery-list.server.ts";
import { newFamily, newMember } from "../../support/records/family.ts";

const product = { messageTypes, isSetUp: () => true };

async function newSaved(db: Parameters<typeof newConnectedUser>[0]) {
  const scene = await newConnectedUser(db);
  const id = await newTaskDue(db, scene.nora);
  await saveToCalendar(db, scene.nora, id);
  await scene.sender.sendDue();
  const after = async (change: unknown) => {
    await change;
    await scene.sender.sendDue();
    return scene.entries().map(({ summary, start, reminders }) => ({
      summary,
      at: start?.dateTime,
      reminders: reminders?.overrides?.length,
    }));
  };
  return { ...scene, id, after };
}

const at = "2041-05-04T19:00:00.000Z";

test("an entry follows its task's title, date, completion, deletion and their undo", async () => {
  await using own = newDatabase();
  await using scene = await newSaved(own.db);
  const { nora, id, after } = scene;
  const draft = {
    title: "Call the vet about Rex",
    category: "Household",
    dueDate: "2041-05-04T15:00",
  } as const;
  const { version } = await own.db.selectFrom("tasks").select("version").executeTakeFirstOrThrow();
  const edited = { summary: "Call the vet about Rex", at, reminders: 1 };
  const zone = "America/New_York";
  expect(await after(editTask(own.db, nora, id, { ...draft, version }, zone))).toEqual([edited]);
  const moved = { ...edited, at: "2041-05-05T14:00:00.000Z" };
  expect(await after(setDueDate(own.db, nora, id, "2041-05-05T10:00", zone))).toEqual([moved]);
  const done = { ...moved, summary: "✓ Call the vet about Rex", reminders: 0 };
  expect(await after(completeTask(own.db, nora, id))).toEqual([done]);
  expect(await after(reopenTask(own.db, nora, id))).toEqual([moved]);
  expect(await after(deleteTask(own.db, nora, id))).toEqual([]);
  expect(await after(restoreTask(own.db, nora, id))).toEqual([moved]);
});

test("several changes before sending become one request with the latest state", async () => {
  await using own = newDatabase();
  await using scene = await newSaved(own.db);
  const { google, nora, id, after } = scene;
  const before = google.requests.length;
  await setDueDate(own.db, nora, id, "2041-05-05T10:00", "America/New_York");
  await completeTask(own.db, nora, id);
  expect(await after(reopenTask(own.db, nora, id))).toMatchObject([
    { at: "2041-05-05T14:00:00.000Z" },
  ]);
  expect(google.requests.slice(before).map(({ method }) => method)).toEqual(["PATCH"]);
});

test("a change that the entry does not show sends nothing", async () => {
  await using own = newDatabase();
  await using scene = await newSaved(own.db);
  const { google, nora, id, after } = scene;
  const before = google.requests.length;
  const draft = {
    title: "Call the vet",
    category: "Kids",
    assignee: "Sam",
    dueDate: "2041-05-04T15:00",
  } as const;
  const { version } = await own.db.selectFrom("tasks").select("version").executeTakeFirstOrThrow();
  await after(editTask(own.db, nora, id, { ...draft, version }, "America/New_York"));
  expect(google.requests.length).toBe(before);
});

test.for(["cancelled", "for good"] as const)(
  "an entry that the user deleted (%s) is not updated until they ask for it",
  async (how) => {
    await using own = newDatabase();
    await using scene = await newSaved(own.db);
    const { google, nora, id, after, sender } = scene;
    google.removeEvent(nora.email, scene.entries()[0]?.id ?? "", how);
    expect(
      await after(setDueDate(own.db, nora, id, "2041-05-05T10:00", "America/New_York")),
    ).toEqual([]);
    expect(await scene.ends()).toEqual(["sent", "cancelled: taken_out"]);
    const requests = google.requests.length;
    expect(await after(completeTask(own.db, nora, id))).toEqual([]);
    expect(google.requests.length).toBe(requests);
    await reopenTask(own.db, nora, id);
    expect(await after(saveToCalendar(own.db, nora, id))).toMatchObject([
      { at: "2041-05-05T14:00:00.000Z" },
    ]);
    // Even when nothing had reported it before.
    google.removeEvent(nora.email, scene.entries()[0]?.id ?? "", how);
    await after(saveToCalendar(own.db, nora, id));
    await sender.sendDue();
    expect(scene.entries()).toHaveLength(1);
  },
);

test("a revoked grant stops only this user's entries, and a new one sends them", async () => {
  await using own = newDatabase();
  await using scene = await newSaved(own.db);
  const { google, nora, id, after, sender } = scene;
  const sam = { ...(await newFamily(own.db)), email: "sam@example.com" };
  await connectUser(own.db, google, sam, sender.outbox);
  google.withdraw(google.person(nora.email).sub);
  await after(setDueDate(own.db, nora, id, "2041-05-05T10:00", "America/New_York"));
  expect(await own.db.selectFrom("channel_pauses").selectAll().execute()).toEqual([]);
  const problems = own.db
    .selectFrom("calendar_connections")
    .select("problem")
    .where("user_id", "=", nora.userId);
  expect(await problems.execute()).toEqual([{ problem: "grant_gone" }]);
  const requests = google.requests.length;
  await sender.sendDue();
  expect(google.requests.length).toBe(requests);
  expect(await saveToCalendar(own.db, nora, id)).toBe("waiting");
  await saveToCalendar(own.db, sam, await newTaskDue(own.db, sam));
  await sender.sendDue();
  expect(google.events(sam.email)).toHaveLength(1);
  expect(await scene.connect()).toBe("connected");
  expect(await after(undefined)).toMatchObject([{ at: "2041-05-05T14:00:00.000Z" }]);
});

test("a missing calendar must be chosen again, and waiting entries go to the new one", async () => {
  await using own = newDatabase();
  await using scene = await newConnectedUser(own.db);
  const { google, nora, sender } = scene;
  const [first, second] = ["first@group.calendar.google.com", "second@group.calendar.google.com"];
  for (const id of [first, second]) google.addCalendar(nora.email, id);
  const choose = (calendar: string, name: string) => {
    const chosen = { id: calendar, name, isPrimary: false };
    return own.db.transaction().execute((trx) => setCalendar(trx, nora.userId, chosen, nowIso()));
  };
  await choose(first, "First");
  const id = await newTaskDue(own.db, nora);
  await saveToCalendar(own.db, nora, id);
  await sender.sendDue();
  expect(google.events(nora.email, first)).toHaveLength(1);
  google.removeCalendar(nora.email, first);
  await setDueDate(own.db, nora, id, "2041-05-05T10:00", "America/New_York");
  await sender.sendDue();
  const problems = own.db.selectFrom("calendar_connections").select("problem");
  expect(await problems.execute()).toEqual([{ problem: "calendar_gone" }]);
  await choose(second, "Second");
  expect(await problems.execute()).toEqual([{ problem: null }]);
  await sender.sendDue();
  expect(google.events(nora.email, second)).toMatchObject([
    { start: { dateTime: "2041-05-05T14:00:00.000Z" } },
  ]);
});

test("members save to their own calendars, and leaving the household takes the coming tasks out", async () => {
  await using own = newDatabase();
  await using scene = await newSaved(own.db);
  const { google, nora, id, sender } = scene;
  const membership = await newMember(own.db, nora.householdId);
  const ofMember = own.db.updateTable("household_members").where("id", "=", membership);
  const { user_id: userId } = await ofMember
    .set({ role: "member" })
    .returning("user_id")
    .executeTakeFirstOrThrow();
  const sam = { userId, householdId: nora.householdId, email: "sam@example.com" };
  expect(await saveToCalendar(own.db, sam, id)).toBe("not_connected");
  await connectUser(own.db, google, sam, sender.outbox);
  expect(await saveToCalendar(own.db, sam, id)).toBe("saved");
  await sender.sendDue();
  expect([google.events(nora.email).length, google.events(sam.email).length]).toEqual([1, 1]);

  expect(await leaveHousehold(own.db, sam, membership)).toBe("done");
  const { householdId } = await getMembership(own.db, userId);
  expect(await saveToCalendar(own.db, { ...sam, householdId }, id)).toBe("missing");
  await setDueDate(own.db, nora, id, "2041-05-05T10:00", "America/New_York");
  await sender.sendDue();
  expect(google.events(nora.email)).toMatchObject([
    { start: { dateTime: "2041-05-05T14:00:00.000Z" } },
  ]);
  expect(google.events(sam.email).map(({ status }) => status)).toEqual(["cancelled"]);
});

test("a problem that needs the user is shown to them alone, with what waits for it", async () => {
  await using own = newDatabase();
  await using scene = await newSaved(own.db);
  const { google, nora, id, after } = scene;
  const viewer = { ...nora, householdRole: "owner" as const };
  const troubles = () => findOwnAlerts(own.db, viewer, () => true);
  expect(await troubles()).toEqual([]);
  google.withdraw(google.person(nora.email).sub);
  await after(completeTask(own.db, nora, id));
  expect(await troubles()).toMatchObject([
    { channel: "calendar", text: "Mila can no longer access your Google Calendar." },
  ]);
  expect(await listDeliveries(own.db, product, nora)).toMatchObject([
    { what: "Calendar event: Call the vet", state: "Waiting for you in Calendar & Integrations" },
    {
      what: "Calendar event: Call the vet",
      state: expect.stringMatching(/^Saved \d+:\d\d [AP]M$/),
    },
  ]);
  const stranger = { ...(await newFamily(own.db)), householdRole: "owner" as const };
  expect(await findOwnAlerts(own.db, stranger, () => true)).toEqual([]);
  await scene.connect();
  expect(await troubles()).toEqual([]);
});
