import type { Kysely } from "kysely";
import { expect, test } from "vitest";
import { readSettings } from "#app/config/env.server.ts";
import { accountTakenOver } from "#app/domain/accounts/events.server.ts";
import { saveCalendarPreferences } from "#app/domain/calendar/calendar-preferences.server.ts";
import { saveToCalendar } from "#app/domain/calendar/entries/save-entry.server.ts";
import { setCalendar } from "#app/domain/calendar/google/chosen-calendar.server.ts";
import { forgetCalendar } from "#app/domain/calendar/google/connection.server.ts";
import { endCalendars } from "#app/domain/calendar/google/end-calendar.server.ts";
import { laterBy, nowIso, wallClockAt } from "#app/domain/core/time.ts";
import { announceWaiting } from "#app/domain/tasks/changing/announce-later.server.ts";
import {
  type Actor,
  completeTask,
  deleteTask,
  restoreTask,
  setDueDate,
} from "#app/domain/tasks/changing/task.server.ts";
import { readGoogleClient } from "#app/services/google/client.server.ts";
import type { Database } from "#db/schema.ts";
import type { FakeGoogle } from "../../fakes/google.ts";
import {
  connectUser,
  newConnectedUser,
  newTaskDue,
} from "../../support/records/google-calendar.ts";
import { newBob } from "../../support/people/leaving-member.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newSeries, openTasks } from "../../support/records/series.ts";

const zone = "America/New_York";
const inDays = (days: number) => wallClockAt(laterBy(nowIso(), { hours: 24 * days }), zone);

async function newScene(db: Kysely<Database>, { isAutomatic = true } = {}) {
  const scene = await newConnectedUser(db);
  const { nora, sender } = scene;
  const save = (autoSaveToCalendar: boolean, googleCalendarEnabled = true) =>
    saveCalendarPreferences(db, nora.userId, { autoSaveToCalendar, googleCalendarEnabled });
  await save(isAutomatic);
  /** What the worker does within seconds. */
  const settle = async () => {
    await announceWaiting(db, nowIso());
    await sender.sendDue();
  };
  const disconnect = () => db.transaction().execute((trx) => forgetCalendar(trx, nora.userId));
  const titles = () =>
    scene.entries().map(({ summary, recurrence }) => {
      return recurrence ? `${summary} and so on` : summary!;
    });
  return { ...scene, save, settle, disconnect, titles: () => titles().toSorted() };
}

for (const isAutomatic of [true, false])
  test(`the open one of a series, saved ${isAutomatic ? "automatically" : "by hand"}, is there after reconnecting`, async () => {
    await using own = newDatabase();
    await using scene = await newScene(own.db, { isAutomatic });
    const { nora, settle, titles } = scene;
    const due = `${inDays(1).toPlainDate()}T19:00`;
    const id = await newSeries(own.db, nora, { rule: "FREQ=WEEKLY", due, now: nowIso() });
    if (!isAutomatic) await saveToCalendar(own.db, nora, id);
    await settle();
    expect(titles()).toEqual(["Take out the trash", "Take out the trash and so on"]);
    await scene.disconnect();
    await completeTask(own.db, nora, id);
    await completeTask(own.db, nora, (await openTasks(own.db, nora))[0]!.id);
    await settle();
    await scene.connect();
    await settle();
    expect(titles().filter((title) => !title.startsWith("✓"))).toEqual([
      "Take out the trash",
      "Take out the trash and so on",
    ]);
    const [open] = await openTasks(own.db, nora);
    const event = scene.entries().find(({ summary, recurrence }) => {
      return summary === "Take out the trash" && !recurrence;
    });
    expect(wallClockAt(event!.start!.dateTime!, zone).toString()).toBe(`${open!.due_local}:00`);
  });

test("the dates after an overdue one are there after connecting", async () => {
  await using own = newDatabase();
  await using scene = await newScene(own.db);
  const { nora, disconnect, settle, titles } = scene;
  await disconnect();
  const due = `${inDays(-1).toPlainDate()}T19:00`;
  await newSeries(own.db, nora, { rule: "FREQ=WEEKLY", due, now: nowIso() });
  await settle();
  await scene.connect();
  await settle();
  expect(titles()).toEqual(["Take out the trash and so on"]);
});

test("switching auto-save on adds the tasks that are there already, and switching the calendar on again those added meanwhile", async () => {
  await using own = newDatabase();
  await using scene = await newScene(own.db, { isAutomatic: false });
  const { nora, save, settle, titles } = scene;
  await newTaskDue(own.db, nora, "2041-05-04T15:00", "Call the vet");
  await newTaskDue(own.db, nora, "2020-05-04T15:00", "Long over");
  await settle();
  expect(titles()).toEqual([]);
  await save(true);
  await settle();
  expect(titles()).toEqual(["Call the vet"]);

  await save(true, false);
  await newTaskDue(own.db, nora, "2041-05-05T15:00", "Dentist");
  await settle();
  expect(titles()).toEqual(["Call the vet"]);
  await save(true);
  await settle();
  expect(titles()).toEqual(["Call the vet", "Dentist"]);
});

test("another Google account gets everything to come", async () => {
  await using own = newDatabase();
  await using scene = await newScene(own.db);
  const { nora, google, sender, settle, disconnect } = scene;
  await newTaskDue(own.db, nora, "2041-05-04T15:00", "Call the vet");
  await settle();
  await disconnect();
  await newTaskDue(own.db, nora, "2041-05-05T15:00", "Dentist");
  const other = { userId: nora.userId, email: "nora@work.example" };
  await connectUser(own.db, google, other, sender.outbox);
  await settle();
  const there = google.events(other.email).map(({ summary }) => summary);
  expect(there.toSorted()).toEqual(["Call the vet", "Dentist"]);
});

test("what changed while Google had taken back its permission is sent after reconnecting, however long ago that was", async () => {
  await using own = newDatabase();
  await using scene = await newScene(own.db);
  const { nora, google, sender, settle, titles } = scene;
  const id = await newTaskDue(own.db, nora);
  await settle();
  google.withdraw(google.person(nora.email).sub);
  google.expireAccess();
  await setDueDate(own.db, nora, id, "2041-05-05T10:00", zone);
  await newTaskDue(own.db, nora, "2041-05-06T15:00", "Dentist");
  await settle();
  await own.db.updateTable("deliveries").set({ expires_at: nowIso() }).execute();
  await connectUser(own.db, google, nora, sender.outbox);
  await settle();
  expect(titles()).toEqual(["Call the vet", "Dentist"]);
  expect(scene.entries()[0]!.start!.dateTime).toBe("2041-05-05T14:00:00.000Z");
});

test("when a chosen calendar was deleted, everything to come goes to the next one", async () => {
  await using own = newDatabase();
  await using scene = await newScene(own.db);
  const { nora, google, settle } = scene;
  const choose = (id: string) =>
    own.db
      .transaction()
      .execute((trx) =>
        setCalendar(trx, nora.userId, { id, name: id, isPrimary: false }, nowIso()),
      );
  for (const id of ["first", "second"]) google.addCalendar(nora.email, id);
  await choose("first");
  const id = await newTaskDue(own.db, nora);
  await newTaskDue(own.db, nora, "2041-05-06T15:00", "Dentist");
  await settle();
  google.removeCalendar(nora.email, "first");
  await setDueDate(own.db, nora, id, "2041-05-05T10:00", zone);
  await settle();
  await choose("second");
  await settle();
  const titles = google.events(nora.email, "second").map(({ summary }) => summary);
  expect(titles.toSorted()).toEqual(["Call the vet", "Dentist"]);
});

const changes = {
  Deleted: (db: Kysely<Database>, nora: Actor, id: string) => deleteTask(db, nora, id),
  Moved: (db: Kysely<Database>, nora: Actor, id: string) =>
    setDueDate(db, nora, id, "2041-05-09T10:00", zone),
  Over: (db: Kysely<Database>, nora: Actor, id: string) =>
    setDueDate(db, nora, id, "2020-05-09T10:00", zone),
  Done: (db: Kysely<Database>, nora: Actor, id: string) => completeTask(db, nora, id),
};

test.for(["primary", "Family"])(
  "an account that is connected again after another one has what Mila says (%s)",
  async (calendarId) => {
    await using own = newDatabase();
    await using scene = await newScene(own.db);
    const { nora, google, sender, settle, disconnect } = scene;
    google.addCalendar(nora.email, "Family");
    const chosen = { id: calendarId, name: calendarId, isPrimary: calendarId === "primary" };
    await own.db.transaction().execute((trx) => setCalendar(trx, nora.userId, chosen, nowIso()));
    const ids = new Map<string, string>();
    for (const what of [...Object.keys(changes), "Restored", "Purged", "Kept"])
      ids.set(what, await newTaskDue(own.db, nora, "2041-05-04T15:00", what));
    const due = "2041-05-06T19:00";
    const trash = await newSeries(own.db, nora, { rule: "FREQ=WEEKLY", due, now: nowIso() });
    await settle();
    await disconnect();
    const other = { userId: nora.userId, email: "nora@work.example" };
    await connectUser(own.db, google, other, sender.outbox);
    await settle();
    expect(google.events(other.email)).toHaveLength(ids.size + 2);

    for (const [what, changed] of Object.entries(changes))
      await changed(own.db, nora, ids.get(what)!);
    for (const what of ["Restored", "Purged"]) await deleteTask(own.db, nora, ids.get(what)!);
    await completeTask(own.db, nora, trash);
    await settle();
    await own.db.deleteFrom("tasks").where("id", "=", ids.get("Purged")!).execute();
    await restoreTask(own.db, nora, ids.get("Restored")!);
    await settle();
    await disconnect();
    await scene.connect();
    await settle();
    await restoreTask(own.db, nora, ids.get("Deleted")!);
    await settle();

    const there = ["primary", "Family"].flatMap((id) =>
      google
        .events(nora.email, id === "primary" ? nora.email : id)
        .filter(({ status }) => status === "confirmed"),
    );
    const shown = there.map(({ summary, start, recurrence }) => {
      const at = wallClockAt(start!.dateTime!, zone).toString();
      return `${summary}${recurrence ? " and so on" : ""} ${at.slice(0, 16)}`;
    });
    expect(shown.toSorted()).toEqual([
      "Deleted 2041-05-04T15:00",
      "Kept 2041-05-04T15:00",
      "Moved 2041-05-09T10:00",
      "Over 2020-05-09T10:00",
      "Restored 2041-05-04T15:00",
      "Take out the trash 2041-05-13T19:00",
      "Take out the trash and so on 2041-05-20T19:00",
      "✓ Done 2041-05-04T15:00",
      "✓ Take out the trash 2041-05-06T19:00",
    ]);
  },
);

test("an account that passes from one member to another and back has each task once", async () => {
  await using own = newDatabase();
  await using scene = await newScene(own.db);
  const { nora, google, sender, settle, disconnect, titles } = scene;
  const bob = await newBob(own.db, nora);
  const preferences = { autoSaveToCalendar: true, googleCalendarEnabled: true };
  await saveCalendarPreferences(own.db, bob.userId, preferences);
  const vet = await newTaskDue(own.db, nora);
  await settle();
  await disconnect();
  const connectBob = { userId: bob.userId, email: nora.email };
  expect(await connectUser(own.db, google, connectBob, sender.outbox)).toBe("connected");
  await saveToCalendar(own.db, bob, vet);
  await settle();
  expect(titles()).toEqual(["Call the vet"]);

  await own.db.transaction().execute((trx) => forgetCalendar(trx, bob.userId));
  await scene.connect();
  await settle();
  await setDueDate(own.db, nora, vet, "2041-05-09T10:00", zone);
  await settle();
  expect(titles()).toEqual(["Call the vet"]);
  expect(scene.entries()[0]!.start!.dateTime).toBe("2041-05-09T14:00:00.000Z");
});

test("an account that its member left for another one has each task once, whoever connects it then", async () => {
  await using own = newDatabase();
  await using scene = await newScene(own.db);
  const { nora, google, sender, settle, disconnect, titles } = scene;
  const bob = await newBob(own.db, nora);
  const preferences = { autoSaveToCalendar: true, googleCalendarEnabled: true };
  await saveCalendarPreferences(own.db, bob.userId, preferences);
  const vet = await newTaskDue(own.db, nora);
  await settle();
  await disconnect();
  const other = { userId: nora.userId, email: "nora@work.example" };
  expect(await connectUser(own.db, google, other, sender.outbox)).toBe("connected");
  await settle();

  const connectBob = { userId: bob.userId, email: nora.email };
  expect(await connectUser(own.db, google, connectBob, sender.outbox)).toBe("connected");
  await saveToCalendar(own.db, bob, vet);
  await settle();
  expect(titles()).toEqual(["Call the vet"]);
  await setDueDate(own.db, nora, vet, "2041-05-08T10:00", zone);
  await settle();
  const starts = () => scene.entries().map(({ start }) => start!.dateTime);
  expect(starts()).toEqual(["2041-05-08T14:00:00.000Z"]);
  expect(google.events(other.email)).toMatchObject([
    { status: "confirmed", start: { dateTime: "2041-05-08T14:00:00.000Z" } },
  ]);

  await own.db.transaction().execute((trx) => forgetCalendar(trx, bob.userId));
  await disconnect();
  await scene.connect();
  await settle();
  await setDueDate(own.db, nora, vet, "2041-05-09T10:00", zone);
  await settle();
  expect(titles()).toEqual(["Call the vet"]);
  expect(starts()).toEqual(["2041-05-09T14:00:00.000Z"]);
});

const confirmedIn = (google: FakeGoogle, email: string, calendarId: string) =>
  google
    .events(email, calendarId === "primary" ? email : calendarId)
    .flatMap(({ status, summary }) => (status === "confirmed" ? [summary] : []));

test.for([
  ["Family", "primary"],
  ["Family", "Work"],
  ["primary", "Work"],
] as const)(
  "an account whose member has other calendars by now has each task once (%s, then %s)",
  async ([first, then]) => {
    await using own = newDatabase();
    await using scene = await newScene(own.db);
    const { nora, google, sender, settle, disconnect } = scene;
    const bob = await newBob(own.db, nora);
    const preferences = { autoSaveToCalendar: true, googleCalendarEnabled: true };
    await saveCalendarPreferences(own.db, bob.userId, preferences);
    const choose = (id: string) => {
      const chosen = { id, name: id, isPrimary: id === "primary" };
      return own.db.transaction().execute((trx) => setCalendar(trx, nora.userId, chosen, nowIso()));
    };
    google.addCalendar(nora.email, "Family");
    await choose(first);
    const vet = await newTaskDue(own.db, nora);
    await settle();
    expect(confirmedIn(google, nora.email, first)).toEqual(["Call the vet"]);
    await disconnect();
    const other = { userId: nora.userId, email: "nora@work.example" };
    google.addCalendar(other.email, "Work");
    await connectUser(own.db, google, other, sender.outbox);
    await choose(then);
    await setDueDate(own.db, nora, vet, "2041-05-05T10:00", zone);
    await settle();

    const connectBob = { userId: bob.userId, email: nora.email };
    expect(await connectUser(own.db, google, connectBob, sender.outbox)).toBe("connected");
    await saveToCalendar(own.db, bob, vet);
    await settle();
    const there = ["primary", "Family"].flatMap((id) => confirmedIn(google, nora.email, id));
    expect(there).toEqual(["Call the vet"]);
    const others = ["primary", "Work"].flatMap((id) => confirmedIn(google, other.email, id));
    expect(others).toEqual(["Call the vet"]);
  },
);

const bobsEmail = "bob@example.com";

test.for(["Club", "nora@example.com", bobsEmail])(
  "a calendar that two accounts share (%s) keeps the tasks of one if the other is connected",
  async (calendarId) => {
    await using own = newDatabase();
    await using scene = await newScene(own.db);
    const { nora, google, sender, settle } = scene;
    const events = new Map();
    for (const email of [nora.email, bobsEmail]) google.addCalendar(email, calendarId, { events });
    const isPrimary = calendarId === nora.email;
    await own.db
      .transaction()
      .execute((trx) =>
        setCalendar(trx, nora.userId, { id: calendarId, name: "", isPrimary }, nowIso()),
      );
    await newTaskDue(own.db, nora);
    await settle();
    expect(confirmedIn(google, bobsEmail, calendarId)).toEqual(["Call the vet"]);
    const { userId } = await newBob(own.db, nora);
    await connectUser(own.db, google, { userId, email: bobsEmail }, sender.outbox);
    await settle();
    expect(confirmedIn(google, bobsEmail, calendarId)).toEqual(["Call the vet"]);
  },
);

test("an owner who got the account back by email and connects the same calendar has everything there", async () => {
  await using own = newDatabase();
  await using scene = await newScene(own.db);
  const { nora, google, sender, settle, titles } = scene;
  await newTaskDue(own.db, nora);
  await settle();
  const { encryptionKey } = sender.outbox;
  const client = readGoogleClient(readSettings(google.settings));
  await own.db
    .transaction()
    .execute((trx) => accountTakenOver.announce(trx, { userId: nora.userId }, nowIso()));
  await endCalendars(own.db, { google: client, encryptionKey }, nowIso());
  expect(titles()).toEqual([]);
  await scene.connect();
  await settle();
  expect(titles()).toEqual(["Call the vet"]);
});

test.for([400, 403])(
  "everything to come is there even if Google refuses to list what was there (%i)",
  async (status) => {
    await using own = newDatabase();
    await using scene = await newScene(own.db);
    const { nora, google, settle, titles, disconnect } = scene;
    await disconnect();
    await newTaskDue(own.db, nora);
    await settle();
    google.behave({ type: "failing", status, on: "asking" });
    await scene.connect();
    google.behave();
    await settle();
    expect(titles()).toEqual(["Call the vet"]);
  },
);
