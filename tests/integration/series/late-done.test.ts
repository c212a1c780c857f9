import type { Kysely } from "kysely";
import { v7 as newId } from "uuid";
import { expect, test } from "vitest";
import { answerButton } from "#app/domain/inbox/answer-action.server.ts";
import { actOnReminder } from "#app/domain/reminders/actions/act-on-reminder.server.ts";
import { addReminder } from "#app/domain/reminders/add-reminder.server.ts";
import { findDoneMonth } from "#app/domain/pages/done-this-month.server.ts";
import { findSeriesHistory } from "#app/domain/series/series-history.server.ts";
import { skipOccurrence } from "#app/domain/series/changing/skip.server.ts";
import {
  completeTask,
  deleteTask,
  reopenTask,
  setDueDate,
} from "#app/domain/tasks/changing/task.server.ts";
import type { Database } from "#db/schema.ts";
import { confirmedPhone } from "../../support/people/confirmed-phone.ts";
import { newBob } from "../../support/people/leaving-member.ts";
import { noraNumber, talk } from "../../support/messages/talk.ts";
import { history, newSeries, openTasks } from "../../support/records/series.ts";
import { anyReach } from "../../support/series/any-reach.ts";
import { at, homeZone, newHome } from "../../support/series/home.ts";
import { live, reminded, setClock } from "../../support/series/live.ts";

// Tuesday.
const [morning, nextMorning] = [at("2027-06-08T09:00"), at("2027-06-09T07:00")];

/** A daily task that reminds Nora by SMS at 8 PM. */
async function daily(until: string) {
  const home = await newHome({
    rule: "FREQ=DAILY",
    due: "2027-06-08T20:00",
    now: morning,
    leads: [0],
  });
  const { db, nora } = home;
  await db
    .updateTable("user_preferences")
    .set({ ...confirmedPhone(noraNumber), sms_enabled: 1, email_enabled: 0 })
    .where("user_id", "=", nora.userId)
    .execute();
  await live(db, { from: morning, until });
  await goOut(db);
  return home;
}

/** Its Tuesday is over, and nobody ticked it off. */
const missedTuesday = () => daily(nextMorning);

async function goOut(db: Kysely<Database>) {
  await db
    .updateTable("deliveries")
    .set(({ ref }) => ({ state: "sent", claimed_at: ref("due_at") }))
    .where("state", "=", "ready")
    .execute();
}

const states = async (home: Awaited<ReturnType<typeof missedTuesday>>) =>
  (await history(home.db, home.nora)).map(({ occurs_on, state, missed_before }) => [
    occurs_on,
    state,
    missed_before,
  ]);

const missed = [
  ["2027-06-08", "missed", 0],
  ["2027-06-09", "open", 1],
];
const done = [
  ["2027-06-08", "done", 0],
  ["2027-06-09", "open", 0],
];

test("DONE by text the next morning counts for the evening before, and UNDO takes it back", async () => {
  await using home = await missedTuesday();
  const { db, nora, first } = home;
  expect(await states(home)).toEqual(missed);
  const open = await openTasks(db, nora);
  const now = nextMorning;
  expect(await talk(db, "DONE", { now })).toBe(
    "Mila: Done for Tuesday: Take out the trash. Reply UNDO to take it back.",
  );
  expect(await states(home)).toEqual(done);
  expect(await openTasks(db, nora)).toEqual(open);
  const task = db.selectFrom("tasks").select(["done_at", "is_completed"]).where("id", "=", first);
  expect(await task.executeTakeFirst()).toEqual({
    done_at: at("2027-06-08T20:00"),
    is_completed: 1,
  });
  const viewer = { ...nora, timeZone: nora.timeZone };
  expect((await findSeriesHistory(db, viewer, first, now))?.past).toMatchObject([
    { day: "Tue, Jun 8", words: "done by you" },
  ]);
  expect((await findDoneMonth(db, viewer, "2027-06")).people).toMatchObject([
    { isViewer: true, done: [{ times: 1 }] },
  ]);

  expect(await talk(db, "UNDO", { now })).toBe("Mila: Taken back: Take out the trash.");
  expect(await states(home)).toEqual(missed);
  expect(await talk(db, "Done", { now })).toContain("Done for Tuesday");
  expect(await states(home)).toEqual(done);
});

test("DONE counts for up to two days, for the last one that is still to do", async () => {
  await using home = await missedTuesday();
  const { db } = home;
  await live(db, { from: nextMorning, until: at("2027-06-10T07:00") });
  await goOut(db);
  const now = at("2027-06-10T07:00");
  expect(await talk(db, "DONE", { now })).toContain("Done for Wednesday");
  expect(await talk(db, "DONE", { now })).toContain("Done for Tuesday");
  expect(await states(home)).toEqual([
    ["2027-06-08", "done", 0],
    ["2027-06-09", "done", 0],
    ["2027-06-10", "open", 0],
  ]);
});

test("DONE means nothing that somebody was reminded of more than two days ago", async () => {
  await using home = await missedTuesday();
  const { db } = home;
  await live(db, { from: nextMorning, until: at("2027-06-11T07:00") });
  await goOut(db);
  const now = at("2027-06-11T07:00");
  for (const day of ["Thursday", "Wednesday"])
    expect(await talk(db, "DONE", { now })).toContain(`Done for ${day}`);
  expect(await talk(db, "DONE", { now })).not.toContain("Done for");
  expect((await states(home))[0]).toEqual(["2027-06-08", "missed", 0]);
});

test("a row of missed ones is counted again when one of them was done", async () => {
  await using home = await missedTuesday();
  const { db } = home;
  await live(db, { from: nextMorning, until: at("2027-06-11T07:00") });
  await goOut(db);
  const counts = async () => (await states(home)).map(([, state, count]) => [state, count]);
  expect(await counts()).toEqual([
    ["missed", 0],
    ["missed", 1],
    ["missed", 2],
    ["open", 3],
  ]);
  const now = at("2027-06-10T22:00");
  setClock(now);
  await db
    .updateTable("deliveries")
    .set({ state: "failed" })
    .where("due_at", ">", at("2027-06-10T00:00"))
    .execute();
  expect(await talk(db, "DONE", { now })).toContain("Done for Wednesday");
  expect(await counts()).toEqual([
    ["missed", 0],
    ["done", 1],
    ["missed", 0],
    ["open", 1],
  ]);
  expect(await talk(db, "UNDO", { now })).toContain("Taken back");
  expect(await counts()).toEqual([
    ["missed", 0],
    ["missed", 1],
    ["missed", 2],
    ["open", 3],
  ]);
});

test("what was deleted or skipped meanwhile is refused with the true words", async () => {
  for (const [end, verb] of [
    [deleteTask, "deleted"],
    [skipOccurrence, "skipped"],
  ] as const) {
    await using home = await daily(at("2027-06-08T20:10"));
    const { db, nora, first } = home;
    await end(db, nora, first);
    const now = at("2027-06-08T21:00");
    setClock(now);
    expect(await talk(db, "DONE", { now })).toBe(
      `Mila: Nothing changed: You ${verb} "Take out the trash" at 8:10 PM.`,
    );
  }
});

test("a button on a deleted task's reminder says who deleted it", async () => {
  await using home = await daily(at("2027-06-08T20:10"));
  const { db, nora, first } = home;
  await deleteTask(db, nora, first);
  const now = at("2027-06-08T21:00");
  setClock(now);
  const [sent] = await reminded(db, nora.userId);
  const acted = await actOnReminder(db, { type: "done", deliveryId: sent!.id }, now);
  expect(await answerButton(db, acted!, nora.timeZone, now)).toBe(
    'Nothing changed: You deleted "Take out the trash" at 8:10 PM.',
  );
});

test("a button and a text about a task that was moved name who moved it, and to when", async () => {
  await using home = await daily(at("2027-06-08T20:10"));
  const { db, nora, first } = home;
  const [sent] = await reminded(db, nora.userId);
  const now = at("2027-06-08T21:00");
  setClock(now);
  const bob = await newBob(db, nora);
  const press = async (type: "done" | "snooze") => {
    const acted = await actOnReminder(db, { type, deliveryId: sent!.id, cause: newId() }, now);
    return answerButton(db, acted!, nora.timeZone, now);
  };
  await setDueDate(db, bob, first, "2027-06-09T18:00", homeZone);
  const moved = "Nothing changed, Bob moved this to tomorrow at 6:00 PM";
  expect([await press("done"), await press("snooze")]).toEqual([`${moved}.`, `${moved}.`]);
  expect(await talk(db, "DONE", { now })).toBe(`Mila: ${moved}: Take out the trash.`);
  await setDueDate(db, nora, first, "2027-06-09T19:00", homeZone);
  expect(await press("done")).toBe("Nothing changed, you moved this to tomorrow at 7:00 PM.");
});

test("after two reminders in the same instant, DONE asks which one, and takes its name", async () => {
  await using home = await daily(morning);
  const { db, nora } = home;
  const cat = { title: "Feed the cat", rule: "FREQ=DAILY", due: "2027-06-08T20:00", now: morning };
  const catId = await newSeries(db, nora, cat);
  await addReminder(db, nora, catId, { minutesBefore: 0, reach: anyReach }, morning);
  await live(db, { from: morning, until: at("2027-06-08T20:10") });
  await db
    .updateTable("deliveries")
    .set({ state: "sent", due_at: at("2027-06-08T20:00"), claimed_at: at("2027-06-08T20:00") })
    .where("state", "=", "ready")
    .execute();
  const now = at("2027-06-08T20:15");
  setClock(now);
  expect(await talk(db, "DONE", { now })).toMatch(
    /^Mila: Which one\? Reply DONE and its name: .*Feed the cat/,
  );
  expect(await talk(db, "Done feed the cat", { now })).toBe(
    "Mila: Done: Feed the cat. Reply UNDO to take it back.",
  );
  expect(await talk(db, "Done trash bags", { now })).toBe(
    'Mila: I found no open task called "trash bags". Open: Take out the trash; Feed the cat.',
  );
  expect((await openTasks(db, nora)).map(({ title }) => title)).toContain("Take out the trash");
});

test("“Done” of an old notification counts for a task that was done already, and is open again", async () => {
  await using home = await daily(at("2027-06-08T20:30"));
  const { db, nora, first } = home;
  const [sent] = await reminded(db, nora.userId);
  const press = async (now: string) =>
    (await actOnReminder(db, { type: "done", deliveryId: sent!.id }, now)) as { outcome: string };
  await completeTask(db, nora, first);
  expect(await press(at("2027-06-08T20:40"))).toMatchObject({ outcome: "already_done" });
  await reopenTask(db, nora, first);
  expect(await press(at("2027-06-08T20:50"))).toMatchObject({ outcome: "done" });
  await reopenTask(db, nora, first);
  expect(await press(at("2027-06-08T20:55"))).toMatchObject({ outcome: "over" });
});
