import { expect, test } from "vitest";
import { nowIso } from "#app/domain/core/time.ts";
import { undoAtOnce } from "#app/domain/pages/change-at-once.server.ts";
import { saveRepetition } from "#app/domain/series/changing/repetition.server.ts";
import { addAwayDates } from "#app/domain/series/changing/away.server.ts";
import { addReminder } from "#app/domain/reminders/add-reminder.server.ts";
import { findTurnsForm, setTurns } from "#app/domain/series/changing/set-turns.server.ts";
import { skipOccurrence } from "#app/domain/series/changing/skip.server.ts";
import { takeTurn } from "#app/domain/series/changing/take-turn.server.ts";
import { weekOf } from "#app/domain/series/turns/choose-turn.ts";
import { repeatInput } from "#app/domain/series/input.ts";
import {
  completeTask,
  editTask,
  reopenTask,
  restoreWithDueDate,
  setDueDate,
} from "#app/domain/tasks/changing/task.server.ts";
import { noraNumber, talk } from "../../support/messages/talk.ts";
import { confirmedPhone } from "../../support/people/confirmed-phone.ts";
import { inTurns, openTask } from "../../support/records/turns.ts";

type Home = Awaited<ReturnType<typeof inTurns>>;

/** Pauses a weekly series, so that the open one moves by as many days or up to six more. */
async function pause({ db, nora, day }: Home, days: number) {
  const { id } = await openTask(db, nora);
  const paused = repeatInput.parse({
    rule: "keep",
    interval: 1,
    unit: "week",
    pausedUntil: day(1 + days),
  });
  expect(await saveRepetition(db, nora, id, paused)).toEqual({ status: "saved" });
}

test("a pause that moves the open one to when someone is away gives it to another, and the turns go on", async () => {
  await using home = await inTurns(["Sam", "Nora"]);
  const { db, nora, day, idOf } = home;
  await addAwayDates(db, nora, { person: idOf("Sam"), firstOn: day(7), lastOn: day(9) });
  await pause(home, 7);
  expect(await openTask(db, nora)).toMatchObject({
    due_local: `${day(8)}T19:00`,
    assignee: "Nora",
  });
  await completeTask(db, nora, (await openTask(db, nora)).id);
  expect(await openTask(db, nora)).toMatchObject({ assignee: "Sam" });
});

test("one that a pause moves to another week has the person of that week, and can be taken back", async () => {
  await using home = await inTurns(["Nora", "Sam"], "week");
  const { db, nora, day } = home;
  const first = await openTask(db, nora);
  await completeTask(db, nora, first.id);
  expect(await openTask(db, nora)).toMatchObject({ assignee: "Sam" });
  await pause(home, 14);
  expect(await openTask(db, nora)).toMatchObject({
    due_local: `${day(15)}T19:00`,
    assignee: "Nora",
  });
  expect(await reopenTask(db, nora, first.id)).toBe(true);
});

/** Who has the next ones, after the first open one was moved in this way. */
async function afterFirst(home: Home) {
  const { db, nora } = home;
  const found: (string | null)[] = [];
  for (let turn = 0; turn < 4; turn += 1) {
    const { id, assignee } = await openTask(db, nora);
    found.push(assignee);
    await completeTask(db, nora, id);
  }
  return found;
}

test("a pause of the first one leaves everyone their weeks", async () => {
  await using home = await inTurns(["Sam", "Nora", "Emma"], "week");
  await pause(home, 7);
  expect(await afterFirst(home)).toEqual(["Nora", "Emma", "Sam", "Nora"]);
});

test("another day of the first one and the following leaves everyone their weeks", async () => {
  await using home = await inTurns(["Sam", "Nora", "Emma"], "week");
  const { db, nora, day } = home;
  const { id, version, title, category } = await openTask(db, nora);
  const dueDate = `${day(9)}T19:00`;
  const draft = { title, category, assignee: "Sam", dueDate, version, scope: "following" } as const;
  const weeks = weekOf(day(9)) - weekOf(day(1));
  expect(await editTask(db, nora, id, draft, nora.timeZone)).toBe("saved");
  // Who had the first one keeps it.
  const names = ["Sam", "Nora", "Emma"];
  const following = [1, 2, 3].map((later) => names[(weeks + later) % 3]);
  expect(await afterFirst(home)).toEqual(["Sam", ...following]);
});

test("a later one that is done first leaves everyone their weeks", async () => {
  await using home = await inTurns(["Sam", "Nora", "Emma"], "week");
  const { db, nora, day } = home;
  await addReminder(db, nora, (await openTask(db, nora)).id, {
    minutesBefore: 10 * 24 * 60,
    scope: "following",
  });
  const later = await db
    .selectFrom("tasks")
    .select("id")
    .where("due_local", "=", `${day(8)}T19:00`)
    .executeTakeFirstOrThrow();
  expect(await completeTask(db, nora, later.id)).toBe(true);
  expect(await afterFirst(home)).toEqual(["Sam", "Emma", "Sam", "Nora"]);
});

test("a later one that is done first and reopened leaves everyone their weeks", async () => {
  await using home = await inTurns(["Sam", "Nora", "Emma"], "week");
  const { db, nora, day } = home;
  await addReminder(db, nora, (await openTask(db, nora)).id, {
    minutesBefore: 10 * 24 * 60,
    scope: "following",
  });
  const later = await db
    .selectFrom("tasks")
    .select("id")
    .where("due_local", "=", `${day(8)}T19:00`)
    .executeTakeFirstOrThrow();
  expect(await completeTask(db, nora, later.id)).toBe(true);
  expect(await reopenTask(db, nora, later.id)).toBe(true);
  expect(await afterFirst(home)).toEqual(["Sam", "Nora", "Emma", "Sam"]);
});

test("the page of turns, saved as it is, leaves everyone their weeks", async () => {
  await using home = await inTurns(["Sam", "Nora"], "week");
  const { db, nora } = home;
  const { id } = await openTask(db, nora);
  const form = await findTurnsForm(db, nora, id);
  const people = form!.people.filter((person) => form!.chosen.includes(person.id));
  const order = "week" as const;
  await setTurns(db, nora, id, { who: "people", people: people.map((person) => person.id), order });
  expect(await afterFirst(home)).toEqual(["Sam", "Nora", "Sam", "Nora"]);
});

test("a pause leaves the one who was assigned by hand", async () => {
  await using home = await inTurns(["Sam", "Nora"]);
  const { db, nora, day } = home;
  const { id, version, due_local } = await openTask(db, nora);
  const draft = {
    title: "Trash",
    category: "Household",
    assignee: "Grandma",
    dueDate: due_local!,
    version,
  } as const;
  await editTask(db, nora, id, draft, nora.timeZone);
  await pause(home, 7);
  expect(await openTask(db, nora)).toMatchObject({
    due_local: `${day(8)}T19:00`,
    assignee: "Grandma",
  });
});

test("one that is moved by hand keeps its turn, unless that person is away then", async () => {
  await using home = await inTurns(["Sam", "Nora"]);
  const { db, nora, day, idOf } = home;
  const { id } = await openTask(db, nora);
  await takeTurn(db, nora, id, { from: idOf("Sam") });
  await addAwayDates(db, nora, { person: nora.userId, firstOn: day(4), lastOn: day(5) });
  await setDueDate(db, nora, id, `${day(3)}T19:00`, nora.timeZone);
  expect(await openTask(db, nora)).toMatchObject({ assignee: "Nora" });
  await setDueDate(db, nora, id, `${day(4)}T19:00`, nora.timeZone);
  expect(await openTask(db, nora)).toMatchObject({ due_local: `${day(4)}T19:00`, assignee: "Sam" });
  // Someone who takes it although they are away has it, until it moves to another day.
  await takeTurn(db, nora, id, { from: idOf("Sam") });
  await setDueDate(db, nora, id, `${day(4)}T20:00`, nora.timeZone);
  expect(await openTask(db, nora)).toMatchObject({ assignee: "Nora" });
});

test("one that is done and reopened goes to the next, if its person is away by then", async () => {
  await using home = await inTurns(["Sam", "Nora"]);
  const { db, nora, day, idOf } = home;
  const { id } = await openTask(db, nora);
  await setDueDate(db, nora, id, `${day(3)}T19:00`, nora.timeZone);
  await completeTask(db, nora, id);
  await addAwayDates(db, nora, { person: idOf("Sam"), firstOn: day(3), lastOn: day(4) });
  expect(await reopenTask(db, nora, id)).toBe(true);
  expect(await openTask(db, nora)).toMatchObject({ id, assignee: "Nora", has_turn: 1 });
  await completeTask(db, nora, id);
  expect(await openTask(db, nora)).toMatchObject({ assignee: "Sam" });
});

test("one that is done and reopened stays with who was chosen by hand, or took it while away", async () => {
  await using home = await inTurns(["Sam", "Nora"]);
  const { db, nora, day, idOf } = home;
  const { id } = await openTask(db, nora);
  await addAwayDates(db, nora, { person: nora.userId, firstOn: day(1), lastOn: day(2) });
  await takeTurn(db, nora, id, { from: idOf("Sam") });
  await completeTask(db, nora, id);
  await reopenTask(db, nora, id);
  expect(await openTask(db, nora)).toMatchObject({ id, assignee: "Nora" });
  const { version, due_local, title, category } = await openTask(db, nora);
  const draft = { title, category, assignee: "Emma", dueDate: due_local!, version };
  await editTask(db, nora, id, draft, nora.timeZone);
  await completeTask(db, nora, id);
  await addAwayDates(db, nora, { person: idOf("Emma"), firstOn: day(0), lastOn: day(2) });
  await reopenTask(db, nora, id);
  expect(await openTask(db, nora)).toMatchObject({ id, assignee: "Emma" });
});

test("one that is skipped and comes back on a day when its person is away goes to the next", async () => {
  await using home = await inTurns(["Sam", "Nora"]);
  const { db, nora, day, idOf } = home;
  const { id } = await openTask(db, nora);
  await addAwayDates(db, nora, { person: idOf("Sam"), firstOn: day(3), lastOn: day(4) });
  expect(await skipOccurrence(db, nora, id)).toBe(true);
  expect(await restoreWithDueDate(db, nora, id, `${day(3)}T19:00`, nora.timeZone)).toBe(true);
  expect(await openTask(db, nora)).toMatchObject({ id, assignee: "Nora", has_turn: 1 });
});

test.each(["page", "text"] as const)(
  "a move that is taken back by %s gives the turn back that it had passed on",
  async (way) => {
    await using home = await inTurns(["Sam", "Nora", "Emma"]);
    const { db, nora, day, idOf } = home;
    await db
      .updateTable("user_preferences")
      .set(confirmedPhone(noraNumber))
      .where("user_id", "=", nora.userId)
      .execute();
    await addAwayDates(db, nora, { person: idOf("Sam"), firstOn: day(3), lastOn: day(4) });
    const { id } = await openTask(db, nora);
    const from = nowIso();
    if (way === "text") await talk(db, `Move the trash to ${day(3)}`);
    else await setDueDate(db, nora, id, `${day(3)}T19:00`, nora.timeZone);
    expect(await openTask(db, nora)).toMatchObject({
      due_local: `${day(3)}T19:00`,
      assignee: "Nora",
    });
    if (way === "text") await talk(db, "UNDO");
    else await undoAtOnce(db, nora, { from, until: nowIso() });
    expect(await openTask(db, nora)).toMatchObject({
      due_local: `${day(1)}T19:00`,
      assignee: "Sam",
    });
    await completeTask(db, nora, id);
    expect(await openTask(db, nora)).toMatchObject({ assignee: "Nora" });
  },
);

test("a move that is taken back leaves a turn that was taken by hand", async () => {
  await using home = await inTurns(["Sam", "Nora", "Emma"]);
  const { db, nora, day, idOf } = home;
  const { id } = await openTask(db, nora);
  await takeTurn(db, nora, id, { person: idOf("Emma"), from: idOf("Sam") });
  await addAwayDates(db, nora, { person: idOf("Sam"), firstOn: day(3), lastOn: day(4) });
  const from = nowIso();
  await setDueDate(db, nora, id, `${day(3)}T19:00`, nora.timeZone);
  await undoAtOnce(db, nora, { from, until: nowIso() });
  expect(await openTask(db, nora)).toMatchObject({ assignee: "Emma" });
});

test.each(["page", "text"] as const)(
  "a move that is taken back by %s gives it back to somebody outside the order who took it",
  async (way) => {
    await using home = await inTurns(["Sam", "Nora"]);
    const { db, nora, day, idOf } = home;
    await db
      .updateTable("user_preferences")
      .set(confirmedPhone(noraNumber))
      .where("user_id", "=", nora.userId)
      .execute();
    const { id } = await openTask(db, nora);
    await takeTurn(db, nora, id, { person: idOf("Emma"), from: idOf("Sam") });
    await addAwayDates(db, nora, { person: idOf("Emma"), firstOn: day(3), lastOn: day(4) });
    const from = nowIso();
    const [move, undo] =
      way === "text"
        ? [() => talk(db, `Move the trash to ${day(3)}`), () => talk(db, "UNDO")]
        : [
            () => setDueDate(db, nora, id, `${day(3)}T19:00`, nora.timeZone),
            () => undoAtOnce(db, nora, { from, until: nowIso() }),
          ];
    await move();
    expect(await openTask(db, nora)).toMatchObject({ assignee: "Sam", has_turn: 1 });
    await undo();
    expect(await openTask(db, nora)).toMatchObject({
      due_local: `${day(1)}T19:00`,
      assignee: "Emma",
      has_turn: 1,
    });
    await completeTask(db, nora, id);
    expect(await openTask(db, nora)).toMatchObject({ assignee: "Sam" });
  },
);

test("who took a turn although away has it again, also if the one who got it is away that day", async () => {
  await using home = await inTurns(["Sam", "Nora"]);
  const { db, nora, day, idOf } = home;
  const { id } = await openTask(db, nora);
  await addAwayDates(db, nora, { person: idOf("Emma"), firstOn: day(1), lastOn: day(3) });
  await takeTurn(db, nora, id, { person: idOf("Emma"), from: idOf("Sam") });
  await addAwayDates(db, nora, { person: idOf("Sam"), firstOn: day(1), lastOn: day(1) });
  const from = nowIso();
  await setDueDate(db, nora, id, `${day(3)}T19:00`, nora.timeZone);
  expect(await openTask(db, nora)).toMatchObject({ assignee: "Sam" });
  await undoAtOnce(db, nora, { from, until: nowIso() });
  expect(await openTask(db, nora)).toMatchObject({ assignee: "Emma" });
});

test("who took a turn does not get it back for a day on which they are away by now", async () => {
  await using home = await inTurns(["Sam", "Nora"]);
  const { db, nora, day, idOf } = home;
  const { id } = await openTask(db, nora);
  await takeTurn(db, nora, id, { person: idOf("Emma"), from: idOf("Sam") });
  await addAwayDates(db, nora, { person: idOf("Emma"), firstOn: day(3), lastOn: day(3) });
  const from = nowIso();
  await setDueDate(db, nora, id, `${day(3)}T19:00`, nora.timeZone);
  await addAwayDates(db, nora, { person: idOf("Emma"), firstOn: day(1), lastOn: day(1) });
  await undoAtOnce(db, nora, { from, until: nowIso() });
  expect(await openTask(db, nora)).toMatchObject({ assignee: "Sam" });
});
