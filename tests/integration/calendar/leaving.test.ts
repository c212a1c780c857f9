import type { Kysely } from "kysely";
import { expect, test } from "vitest";
import { readSettings } from "#app/config/env.server.ts";
import { accountTakenOver } from "#app/domain/accounts/events.server.ts";
import { saveCalendarPreferences } from "#app/domain/calendar/calendar-preferences.server.ts";
import { saveToCalendar } from "#app/domain/calendar/entries/save-entry.server.ts";
import { forgetCalendar } from "#app/domain/calendar/google/connection.server.ts";
import { endCalendars } from "#app/domain/calendar/google/end-calendar.server.ts";
import { linkToken } from "#app/domain/core/link-token.server.ts";
import { laterBy, nowIso } from "#app/domain/core/time.ts";
import { acceptInvitation } from "#app/domain/lifecycle/accept-invitation.server.ts";
import { deleteAccount } from "#app/domain/lifecycle/delete-account.server.ts";
import { leaveHousehold } from "#app/domain/lifecycle/leave-household.server.ts";
import { removeAccounts } from "#app/domain/lifecycle/remove-accounts.server.ts";
import { announceWaiting } from "#app/domain/tasks/changing/announce-later.server.ts";
import {
  type Actor,
  completeTask,
  deleteTask,
  editTask,
  setDueDate,
} from "#app/domain/tasks/changing/task.server.ts";
import { readGoogleClient } from "#app/services/google/client.server.ts";
import type { Database } from "#db/schema.ts";
import { newBob, waysToLeave } from "../../support/people/leaving-member.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newInvitation } from "../../support/records/family.ts";
import {
  connectUser,
  newConnectedUser,
  newTaskDue,
} from "../../support/records/google-calendar.ts";
import { newSeries } from "../../support/records/series.ts";

const zone = "America/New_York";
const linkKey = "k".repeat(43);

/**
 * Bob's calendar has a task and a series of Nora's household to come, and one task that is over.
 */
async function newScene(db: Kysely<Database>) {
  const scene = await newConnectedUser(db);
  const { google, sender, nora } = scene;
  const bob = { ...(await newBob(db, nora)), email: "bob@example.com" };
  const connect = () => connectUser(db, google, bob, sender.outbox);
  await connect();
  const vet = await newTaskDue(db, nora);
  const past = await newTaskDue(db, nora, "2041-05-05T15:00", "Dentist");
  const due = "2041-05-06T19:00";
  const trash = await newSeries(db, nora, { rule: "FREQ=WEEKLY", due, now: nowIso() });
  for (const id of [vet, past, trash]) await saveToCalendar(db, bob, id);
  await sender.sendDue();
  const pastDate = { due_date: "2020-05-05T19:00:00.000Z" };
  await db.updateTable("tasks").set(pastDate).where("id", "=", past).execute();
  const client = readGoogleClient(readSettings(google.settings));
  const { encryptionKey } = sender.outbox;
  return {
    ...scene,
    bob,
    vet,
    past,
    connect,
    /** What the worker does within seconds. */
    async settle(now: string = nowIso()) {
      await removeAccounts(db);
      await announceWaiting(db, now);
      await sender.sendDue();
      await endCalendars(db, { google: client, encryptionKey }, now);
    },
    titles: () =>
      google
        .events(bob.email)
        .filter(({ status }) => status === "confirmed")
        .map(({ summary, recurrence }) => `${summary}${recurrence ? " and so on" : ""}`)
        .toSorted(),
    endings: () => db.selectFrom("calendar_endings").select("id").execute(),
  };
}

const all = ["Call the vet", "Dentist", "Take out the trash", "Take out the trash and so on"];
const takeOver = (db: Kysely<Database>, userId: string) =>
  db.transaction().execute((trx) => accountTakenOver.announce(trx, { userId }, nowIso()));

async function clearDate(db: Kysely<Database>, nora: Actor, vet: string) {
  const task = db.selectFrom("tasks").select("version").where("id", "=", vet);
  const { version } = await task.executeTakeFirstOrThrow();
  const undated = { title: "Call the vet", category: "Household", version } as const;
  expect(await editTask(db, nora, vet, undated, zone)).toBe("saved");
}

test.for([
  ["is deleted", (db, userId) => deleteAccount(db, userId)],
  ["gets another owner", takeOver],
] as [string, (db: Kysely<Database>, userId: string) => Promise<unknown>][])(
  "when an account %s, what is to come leaves its calendar before the grant is revoked",
  async ([, end]) => {
    await using own = newDatabase();
    await using scene = await newScene(own.db);
    const { google, bob } = scene;
    expect(scene.titles()).toEqual(all);
    const tokens = google.refreshTokens().length;
    await end(own.db, bob.userId);
    await scene.settle();
    expect(scene.titles()).toEqual(["Dentist"]);
    expect(google.refreshTokens().length).toBe(tokens - 1);
    expect(await scene.endings()).toEqual([]);
  },
);

test("while Google does not answer, the removal waits, and after a day it is given up", async () => {
  await using own = newDatabase();
  await using scene = await newScene(own.db);
  const { google, bob } = scene;
  await deleteAccount(own.db, bob.userId);
  google.behave({ type: "failing", status: 503 });
  await scene.settle();
  expect(await scene.endings()).toHaveLength(1);
  const { length } = google.requests;
  await scene.settle();
  expect(google.requests.length).toBe(length);
  expect(scene.titles()).toEqual(all);
  google.behave();
  await scene.settle(laterBy(nowIso(), { minutes: 6 }));
  expect(scene.titles()).toEqual(["Dentist"]);
  expect(await scene.endings()).toEqual([]);
});

test("after a day without an answer the token is forgotten", async () => {
  await using own = newDatabase();
  await using scene = await newScene(own.db);
  await deleteAccount(own.db, scene.bob.userId);
  scene.google.behave({ type: "failing", status: 503 });
  await scene.settle();
  await scene.settle(laterBy(nowIso(), { hours: 25 }));
  expect(await scene.endings()).toEqual([]);
});

test("whoever leaves while their calendar is switched off loses what is to come too", async () => {
  await using own = newDatabase();
  await using scene = await newScene(own.db);
  const { bob } = scene;
  const off = { autoSaveToCalendar: false, googleCalendarEnabled: false };
  await saveCalendarPreferences(own.db, bob.userId, off);
  expect(await leaveHousehold(own.db, bob, bob.membershipId)).toBe("done");
  await scene.settle();
  expect(scene.titles()).toEqual(["Dentist"]);
});

test("what was deleted or left while Google was disconnected goes after reconnecting", async () => {
  await using own = newDatabase();
  await using scene = await newScene(own.db);
  const { bob, nora } = scene;
  const disconnect = () => own.db.transaction().execute((trx) => forgetCalendar(trx, bob.userId));
  await disconnect();
  await deleteTask(own.db, nora, scene.vet);
  await scene.settle();
  expect(scene.titles()).toEqual(all);
  await scene.connect();
  await scene.settle();
  expect(scene.titles()).toEqual(all.slice(1));

  await disconnect();
  await leaveHousehold(own.db, bob, bob.membershipId);
  await scene.connect();
  await scene.settle();
  expect(scene.titles()).toEqual(["Dentist"]);
});

test.for([true, false])(
  "what was left while another account was connected goes after connecting the first (sent there: %s)",
  async (isSent) => {
    await using own = newDatabase();
    await using scene = await newScene(own.db);
    const { bob, google, sender } = scene;
    const disconnect = () => own.db.transaction().execute((trx) => forgetCalendar(trx, bob.userId));
    await disconnect();
    const other = { userId: bob.userId, email: "bob@work.example" };
    await connectUser(own.db, google, other, sender.outbox);
    if (isSent) await scene.settle();
    await leaveHousehold(own.db, bob, bob.membershipId);
    await scene.settle();
    const there = google.events(other.email).filter(({ status }) => status === "confirmed");
    expect(there).toEqual([]);
    await disconnect();
    await scene.connect();
    await scene.settle();
    expect(scene.titles()).toEqual(["Dentist"]);
  },
);

test("what was over when somebody left stays as it was until they are back", async () => {
  await using own = newDatabase();
  await using scene = await newScene(own.db);
  const { bob, nora, past } = scene;
  await leaveHousehold(own.db, bob, bob.membershipId);
  await setDueDate(own.db, nora, past, "2041-05-09T15:00", zone);
  await scene.settle();
  expect(scene.titles()).toEqual(["Dentist"]);
  await completeTask(own.db, nora, past);
  await scene.settle();
  expect(scene.titles()).toEqual(["Dentist"]);

  await own.db
    .updateTable("users")
    .set({ email: bob.email })
    .where("id", "=", bob.userId)
    .execute();
  const token = linkToken(linkKey, "invitation", await newInvitation(own.db, nora, bob.email));
  expect(await acceptInvitation(own.db, bob.userId, { linkKey, token })).toBe("joined");
  await scene.settle();
  expect(scene.titles()).toEqual([...all.filter((title) => title !== "Dentist"), "✓ Dentist"]);
});

test("what was to come when somebody left goes, even if its date is cleared meanwhile", async () => {
  await using own = newDatabase();
  await using scene = await newScene(own.db);
  const { bob, nora, vet } = scene;
  await leaveHousehold(own.db, bob, bob.membershipId);
  await clearDate(own.db, nora, vet);
  await scene.settle();
  expect(scene.titles()).toEqual(["Dentist"]);
});

test.for([
  ["is moved into the past", (...ids) => setDueDate(...ids, "2020-05-05T15:00", zone)],
  ["loses its date", clearDate],
] as [string, (...ids: Parameters<typeof clearDate>) => Promise<unknown>][])(
  "what %s while nothing is sent goes with its person, whatever the calendar still shows",
  async ([, change]) => {
    await using own = newDatabase();
    await using scene = await newScene(own.db);
    const { bob, nora, vet } = scene;
    await own.db.transaction().execute((trx) => forgetCalendar(trx, bob.userId));
    await change(own.db, nora, vet);
    await leaveHousehold(own.db, bob, bob.membershipId);
    await scene.settle();
    expect(scene.titles()).toEqual(all);
    await scene.connect();
    await scene.settle();
    expect(scene.titles()).toEqual(["Dentist"]);
  },
);

test.for(waysToLeave)(
  "a date moved into the past just before its person %s leaves the calendar too",
  async ([, go]) => {
    await using own = newDatabase();
    await using scene = await newScene(own.db);
    const { bob, nora, vet } = scene;
    await setDueDate(own.db, nora, vet, "2020-05-05T15:00", zone);
    await go(own.db, nora, bob);
    await scene.settle();
    expect(scene.titles()).toEqual(["Dentist"]);
  },
);
