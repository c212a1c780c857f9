import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { type Kysely, sql } from "kysely";
import { expect, test } from "vitest";
import { readSettings } from "#app/config/env.server.ts";
import { saveCalendarPreferences } from "#app/domain/calendar/calendar-preferences.server.ts";
import { compareCalendars } from "#app/domain/calendar/google/compare-calendars.server.ts";
import { forgetAllCalendars } from "#app/domain/calendar/google/connection.server.ts";
import { laterBy, nowIso } from "#app/domain/core/time.ts";
import { writeFact } from "#app/domain/instance/facts.server.ts";
import { endRestoredAccess, holdRestored } from "#app/domain/lifecycle/hold-restored.server.ts";
import { announceWaiting } from "#app/domain/tasks/changing/announce-later.server.ts";
import { completeTask, deleteTask, setDueDate } from "#app/domain/tasks/changing/task.server.ts";
import { readGoogleClient } from "#app/services/google/client.server.ts";
import { openDatabase } from "#db/connection.server.ts";
import type { Database } from "#db/schema.ts";
import { newSender } from "../../support/messages/deliveries.ts";
import { newDatabase, type TestDatabase } from "../../support/records/database.ts";
import {
  connectUser,
  newConnectedUser,
  newTaskDue,
} from "../../support/records/google-calendar.ts";
import { newSeries, openTasks } from "../../support/records/series.ts";
import { skippedOnPostgres } from "../../support/records/engines.ts";

const zone = "America/New_York";

async function newScene({ db, file }: TestDatabase) {
  const scene = await newConnectedUser(db);
  const { google, nora, sender } = scene;
  const saves = { autoSaveToCalendar: true, googleCalendarEnabled: true };
  await saveCalendarPreferences(db, nora.userId, saves);
  const backup = join(file, "..", "backup.db");
  let madeAt = "";
  let restored: Kysely<Database> | undefined;
  const settle = async (of: Kysely<Database>, by: typeof sender) => {
    await announceWaiting(of, nowIso());
    await by.sendDue();
  };
  const client = readGoogleClient(readSettings(google.settings));
  const compare = (of: Kysely<Database>, now: string) =>
    compareCalendars(
      of,
      {
        google: client,
        encryptionKey: sender.outbox.encryptionKey,
        instanceId: sender.outbox.id,
      },
      now,
    );
  return {
    ...scene,
    settle: () => settle(db, sender),
    async backUp() {
      await sql`vacuum into ${backup}`.execute(db);
      madeAt = nowIso();
      await expect.poll(() => nowIso() > madeAt).toBe(true);
    },
    /** Returns the restored database, in which Mila has started again. */
    async restore() {
      copyFileSync(backup, `${backup}.restored`);
      restored = openDatabase(`${backup}.restored`);
      await writeFact(restored, "restored_backup", madeAt);
      await endRestoredAccess(restored, nowIso());
      await holdRestored(restored, { timeZone: "UTC", isSetUp: () => true }, nowIso());
      return restored;
    },
    compare,
    /** Lets the worker compare until nothing is left. */
    async mend(of: Kysely<Database>) {
      const by = newSender(of, google.settings);
      const left = of
        .selectFrom("calendar_connections")
        .select("user_id")
        .where("compare_at", "is not", null);
      let steps = 0;
      while ((await left.execute()).length > 0 && steps < 200) {
        steps += 1;
        await compare(of, nowIso());
      }
      await settle(of, by);
      expect(steps).toBeLessThan(200);
    },
    titles: () =>
      scene
        .entries()
        .map(({ summary, recurrence }) => `${summary}${recurrence ? " and so on" : ""}`)
        .toSorted(),
    async [Symbol.asyncDispose]() {
      await restored?.destroy();
      await scene[Symbol.asyncDispose]();
    },
  };
}

test.skipIf(skippedOnPostgres.file)(
  "after a restore the calendar has what Mila has, and ticking makes one next date",
  async () => {
    await using own = newDatabase();
    await using scene = await newScene(own);
    const { db } = own;
    const { nora, settle } = scene;
    const due = "2041-05-06T19:00";
    const trash = await newSeries(db, nora, { rule: "FREQ=WEEKLY", due, now: nowIso() });
    const vet = await newTaskDue(db, nora);
    const dentist = await newTaskDue(db, nora, "2041-05-05T15:00", "Dentist");
    await newTaskDue(db, nora, "2041-05-05T17:00", "Kept");
    await settle();
    const before = scene.entries();
    expect(before).toHaveLength(5);
    await scene.backUp();

    await completeTask(db, nora, trash);
    await deleteTask(db, nora, vet);
    await setDueDate(db, nora, dentist, "2041-05-07T10:00", zone);
    await newTaskDue(db, nora, "2041-05-08T15:00", "Since then");
    await settle();
    expect(scene.titles()).toContain("Since then");
    const untouched = scene.entries().find(({ summary }) => summary === "Kept")!;

    const restored = await scene.restore();
    await scene.mend(restored);
    const states = (events: typeof before) =>
      events
        .map(({ summary, start, recurrence }) => [summary, start!.dateTime, recurrence])
        .toSorted();
    expect(states(scene.entries())).toEqual(states(before));
    expect(scene.entries().find(({ id }) => id === untouched.id)).toEqual(untouched);

    await completeTask(restored, nora, (await openTasks(restored, nora)).at(-1)!.id);
    await scene.mend(restored);
    const open = scene.titles().filter((title) => title === "Take out the trash");
    expect(open).toHaveLength(1);
  },
);

test.skipIf(skippedOnPostgres.file)(
  "what someone deleted in the calendar before the backup stays deleted, also if Mila learns of it only then",
  async () => {
    await using own = newDatabase();
    await using scene = await newScene(own);
    const { google, nora, settle } = scene;
    await newTaskDue(own.db, nora);
    await newTaskDue(own.db, nora, "2041-05-05T15:00", "Dentist");
    await settle();
    const vet = scene.entries().find(({ summary }) => summary === "Call the vet")!;
    google.removeEvent(nora.email, vet.id);
    await scene.backUp();
    await scene.mend(await scene.restore());
    expect(scene.titles()).toEqual(["Dentist"]);
  },
);

test.skipIf(skippedOnPostgres.file)(
  "hundreds of entries are compared page by page, go on after Google was away, and the same are not sent again",
  async () => {
    await using own = newDatabase();
    await using scene = await newScene(own);
    const { google, nora, settle } = scene;
    for (let count = 0; count < 104; count += 1)
      await newTaskDue(own.db, nora, undefined, `Task ${count}`);
    await settle();
    await scene.backUp();
    for (let count = 0; count < 8; count += 1)
      await newTaskDue(own.db, nora, undefined, `Since ${count}`);
    await settle();
    expect(scene.entries()).toHaveLength(112);
    const restored = await scene.restore();
    google.behave({ type: "failing", status: 503, on: "asking" });
    await scene.compare(restored, nowIso());
    const asked = google.requests.length;
    await scene.compare(restored, nowIso());
    expect(google.requests.length).toBe(asked);
    google.behave();
    const { length } = google.requests;
    await scene.compare(restored, laterBy(nowIso(), { minutes: 6 }));
    await restored.updateTable("calendar_connections").set({ compare_at: nowIso() }).execute();
    await scene.mend(restored);
    expect(scene.titles().filter((title) => title.startsWith("Since"))).toEqual([]);
    expect(scene.entries()).toHaveLength(104);
    const methods = google.requests.slice(length).map(({ method }) => method);
    expect(
      Object.fromEntries(
        [...Map.groupBy(methods, (each) => each)].map(([each, all]) => [each, all.length]),
      ),
    ).toEqual({
      DELETE: 8,
      GET: expect.any(Number),
    });
    expect(methods.length).toBeLessThan(15);
  },
);

test.skipIf(skippedOnPostgres.file)(
  "entries from before the instance's id are read one by one",
  async () => {
    await using own = newDatabase();
    await using scene = await newScene(own);
    const { google, nora, settle } = scene;
    const vet = await newTaskDue(own.db, nora);
    await newTaskDue(own.db, nora, "2041-05-05T15:00", "Dentist");
    await settle();
    for (const { extendedProperties } of google.events(nora.email))
      delete extendedProperties!.private!.milaInstance;
    await scene.backUp();
    await setDueDate(own.db, nora, vet, "2041-05-07T10:00", zone);
    await settle();
    for (const { extendedProperties } of google.events(nora.email))
      delete extendedProperties!.private!.milaInstance;
    await scene.mend(await scene.restore());
    const dates = scene.entries().map(({ summary, start }) => `${summary} ${start!.dateTime}`);
    expect(dates.toSorted()).toEqual([
      "Call the vet 2041-05-04T19:00:00.000Z",
      "Dentist 2041-05-05T19:00:00.000Z",
    ]);
  },
);

test.skipIf(skippedOnPostgres.file)(
  "after a restore under another key, a calendar that is connected again has what Mila has",
  async () => {
    await using own = newDatabase();
    await using scene = await newScene(own);
    const { google, nora, settle, sender } = scene;
    const vet = await newTaskDue(own.db, nora);
    await newTaskDue(own.db, nora, "2041-05-05T15:00", "Dentist");
    await settle();
    const before = scene.titles();
    await scene.backUp();
    await setDueDate(own.db, nora, vet, "2041-05-07T10:00", zone);
    await newTaskDue(own.db, nora, "2041-05-08T15:00", "Since then");
    await settle();
    const restored = await scene.restore();
    await restored.transaction().execute(forgetAllCalendars);
    await scene.mend(restored);
    expect(scene.titles()).toContain("Since then");
    await connectUser(restored, google, nora, sender.outbox);
    await scene.mend(restored);
    expect(scene.titles()).toEqual(before);
    const due = scene.entries().find(({ summary }) => summary === "Call the vet")!.start!.dateTime;
    expect(due).toBe("2041-05-04T19:00:00.000Z");
  },
);
