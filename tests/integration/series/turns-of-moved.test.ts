import { expect, test } from "vitest";
import { saveRepetition } from "#app/domain/series/changing/repetition.server.ts";
import { addAwayDates } from "#app/domain/series/changing/away.server.ts";
import { takeTurn } from "#app/domain/series/changing/take-turn.server.ts";
import { repeatInput } from "#app/domain/series/input.ts";
import {
  completeTask,
  editTask,
  reopenTask,
  setDueDate,
} from "#app/domain/tasks/changing/task.server.ts";
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
