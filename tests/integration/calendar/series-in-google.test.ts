import { type Kysely } from "kysely";
import { expect, test } from "vitest";
import { saveCalendarPreferences } from "#app/domain/calendar/calendar-preferences.server.ts";
import { saveToCalendar } from "#app/domain/calendar/entries/save-entry.server.ts";
import { nowIso, Temporal, wallClockAt } from "#app/domain/core/time.ts";
import { addBreak } from "#app/domain/series/breaks/change-breaks.server.ts";
import { endRepetition, saveRepetition } from "#app/domain/series/changing/repetition.server.ts";
import { skipOccurrence } from "#app/domain/series/changing/skip.server.ts";
import { repeatInput } from "#app/domain/series/input.ts";
import {
  completeTask,
  deleteTask,
  editTask,
  reopenTask,
  restoreTask,
  setDueDate,
} from "#app/domain/tasks/changing/task.server.ts";
import { findTask } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database } from "#db/schema.ts";
import { readRecurrence } from "../../support/messages/recurrence.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newConnectedUser } from "../../support/records/google-calendar.ts";
import { newSeries, openTasks } from "../../support/records/series.ts";

const zone = "America/New_York";

/** A series at 7 PM that starts tomorrow, saved to Google Calendar automatically. */
async function saved(db: Kysely<Database>, rule: string, { isByHand = false } = {}) {
  const scene = await newConnectedUser(db);
  const { nora, sender } = scene;
  await saveCalendarPreferences(db, nora.userId, {
    autoSaveToCalendar: !isByHand,
    googleCalendarEnabled: true,
  });
  const tomorrow = wallClockAt(nowIso(), zone).add({ days: 1 }).toPlainDate();
  const day = (days: number) => tomorrow.add({ days }).toString();
  const id = await newSeries(db, nora, { rule, due: `${day(0)}T19:00`, now: nowIso() });
  if (isByHand) await saveToCalendar(db, nora, id);
  await sender.sendDue();
  const after = async (change: unknown) => {
    await change;
    await sender.sendDue();
    return shown();
  };
  const open = async () => (await openTasks(db, nora))[0]!.id;
  /** Single events, and the first three dates of recurring ones. */
  function shown(): string[] {
    return scene
      .entries()
      .flatMap(({ summary, start, recurrence }) => {
        const dates = recurrence
          ? readRecurrence(start!.dateTime!, zone, recurrence, 3)
          : [start!.dateTime!];
        const local = dates.map((date) => wallClockAt(date, zone).toPlainDate());
        const days = local.map((date) => tomorrow.until(date).days);
        return `${summary} ${recurrence ? "from" : "on"} ${days.join(" ")}`;
      })
      .toSorted();
  }
  return { ...scene, id, day, after, open, shown };
}

test("a repeating task is one event for the open occurrence and a recurring one for those that follow", async () => {
  await using own = newDatabase();
  await using scene = await saved(own.db, "FREQ=WEEKLY");
  const { nora, id, after, open, shown, google } = scene;
  expect(shown()).toEqual(["Take out the trash from 7 14 21", "Take out the trash on 0"]);
  const recurring = google.events(nora.email).find(({ recurrence }) => recurrence);
  expect(recurring).toMatchObject({ recurrence: ["RRULE:FREQ=WEEKLY"], start: { timeZone: zone } });

  const done = [
    "Take out the trash from 14 21 28",
    "Take out the trash on 7",
    "✓ Take out the trash on 0",
  ];
  expect(await after(completeTask(own.db, nora, id))).toEqual(done);
  const before = ["Take out the trash from 7 14 21", "Take out the trash on 0"];
  expect(await after(reopenTask(own.db, nora, id))).toEqual(before);
  expect(await after(skipOccurrence(own.db, nora, id))).toEqual([
    "Take out the trash from 14 21 28",
    "Take out the trash on 7",
  ]);
  expect(await after(deleteTask(own.db, nora, await open()))).toEqual([]);
});

test("a moved occurrence is an exception, also one that is moved past the next date", async () => {
  await using own = newDatabase();
  await using scene = await saved(own.db, "FREQ=WEEKLY");
  const { nora, id, day, after } = scene;
  const moved = (days: number) => after(setDueDate(own.db, nora, id, `${day(days)}T08:00`, zone));
  expect(await moved(2)).toEqual(["Take out the trash from 7 14 21", "Take out the trash on 2"]);
  expect(await moved(9)).toEqual(["Take out the trash from 14 21 28", "Take out the trash on 9"]);
});

test("the recurring event leaves out breaks, and ends when the series does", async () => {
  await using own = newDatabase();
  await using scene = await saved(own.db, "FREQ=WEEKLY");
  const { nora, id, day, after } = scene;
  await addBreak(own.db, nora, { name: "Holidays", startsOn: day(10), endsOn: day(20) });
  const input = { interval: 1, unit: "week", breaks: [{ value: "Holidays" }] };
  const paused = await after(saveRepetition(own.db, nora, id, repeatInput.parse(input)));
  expect(paused).toEqual(["Take out the trash from 7 21 28", "Take out the trash on 0"]);
  const until = await after(
    saveRepetition(own.db, nora, id, repeatInput.parse({ ...input, until: day(22) })),
  );
  expect(until).toEqual(["Take out the trash from 7 21", "Take out the trash on 0"]);
  expect(await after(endRepetition(own.db, nora, id, { isEnded: true }))).toEqual([
    "Take out the trash on 0",
  ]);
  const again = await after(endRepetition(own.db, nora, id, { isEnded: false }));
  expect(again).toEqual(["Take out the trash from 7 21", "Take out the trash on 0"]);
});

test("a rule that counts is left with as many as follow", async () => {
  await using own = newDatabase();
  await using scene = await saved(own.db, "FREQ=WEEKLY;COUNT=4");
  const { nora, after, open, shown } = scene;
  expect(shown()[0]).toBe("Take out the trash from 7 14 21");
  await after(completeTask(own.db, nora, await open()));
  expect((await after(completeTask(own.db, nora, await open())))[0]).toBe(
    "Take out the trash from 21",
  );
  expect(await after(completeTask(own.db, nora, await open()))).toContain(
    "Take out the trash on 21",
  );
  expect(shown().filter((event) => event.includes("from"))).toEqual([]);
});

test("an edit of this one stays with it, one of the following is for the recurring event, with its time", async () => {
  await using own = newDatabase();
  await using scene = await saved(own.db, "FREQ=WEEKLY");
  const { nora, id, day, after, google } = scene;
  const edit = async (title: string, time: string, scope: "one" | "following") => {
    const { version } = (await findTask(own.db, nora, id))!;
    const draft = {
      title,
      category: "Household",
      dueDate: `${day(0)}T${time}`,
      version,
      scope,
    } as const;
    return after(editTask(own.db, nora, id, draft, zone));
  };
  expect(await edit("Bins", "20:00", "one")).toEqual([
    "Bins on 0",
    "Take out the trash from 7 14 21",
  ]);
  expect(await edit("All bins", "21:00", "following")).toEqual([
    "All bins from 7 14 21",
    "All bins on 0",
  ]);
  const recurring = google.events(nora.email).find(({ recurrence }) => recurrence);
  const time = Temporal.Instant.from(recurring!.start!.dateTime!)
    .toZonedDateTimeISO(zone)
    .toPlainTime();
  expect(time.toString().slice(0, 5)).toBe("21:00");
});

test("someone who deletes the recurring event in their calendar gets no more, until they add it by hand", async () => {
  await using own = newDatabase();
  await using scene = await saved(own.db, "FREQ=WEEKLY");
  const { nora, id, after, open, google } = scene;
  const recurring = google.events(nora.email).find(({ recurrence }) => recurrence);
  google.removeEvent(nora.email, recurring!.id);
  await after(completeTask(own.db, nora, id));
  await after(completeTask(own.db, nora, await open()));
  expect((await after(null)).filter((event) => event.includes("from"))).toEqual([]);
  expect(
    (await after(completeTask(own.db, nora, await open()))).filter(
      (event) => !event.startsWith("✓"),
    ),
  ).toEqual([]);
  const added = await after(saveToCalendar(own.db, nora, await open()));
  expect(added.filter((event) => !event.startsWith("✓"))).toEqual([
    "Take out the trash from 28 35 42",
    "Take out the trash on 21",
  ]);
});

test("one that counts from completion has only the open one, and auto-save switched off ends the recurring event", async () => {
  await using own = newDatabase();
  await using scene = await saved(own.db, "FREQ=WEEKLY");
  const { nora, after, open } = scene;
  await saveCalendarPreferences(own.db, nora.userId, {
    autoSaveToCalendar: false,
    googleCalendarEnabled: true,
  });
  expect(await after(null)).toEqual(["Take out the trash on 0"]);
  await saveCalendarPreferences(own.db, nora.userId, {
    autoSaveToCalendar: true,
    googleCalendarEnabled: true,
  });
  expect(await after(null)).toEqual(["Take out the trash from 7 14 21", "Take out the trash on 0"]);
  await after(deleteTask(own.db, nora, await open()));
  const due = `${scene.day(0)}T19:00`;
  await newSeries(own.db, nora, {
    rule: "FREQ=MONTHLY",
    from: "done",
    due,
    title: "Filter",
    now: nowIso(),
  });
  expect(await after(null)).toEqual(["Filter on 0"]);
});

test("a series that is restored comes back, and one that was added by hand goes on without auto-save", async () => {
  await using own = newDatabase();
  await using scene = await saved(own.db, "FREQ=WEEKLY", { isByHand: true });
  const { nora, id, after } = scene;
  const both = ["Take out the trash from 7 14 21", "Take out the trash on 0"];
  expect(await after(null)).toEqual(both);
  expect(await after(deleteTask(own.db, nora, id))).toEqual([]);
  expect(await after(restoreTask(own.db, nora, id))).toEqual(both);
  expect(await after(completeTask(own.db, nora, id))).toContain("Take out the trash from 14 21 28");
});
