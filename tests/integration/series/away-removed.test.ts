import { expect, onTestFinished, test, vi } from "vitest";
import { laterBy, nowIso } from "#app/domain/core/time.ts";
import { mergePeople } from "#app/domain/people/own-person.server.ts";
import {
  addAwayDates,
  deleteAwayDates,
  listAwayDates,
} from "#app/domain/series/changing/away.server.ts";
import { tickSeries } from "#app/domain/series/tick-series.server.ts";
import { completeTask, editTask, reopenTask } from "#app/domain/tasks/changing/task.server.ts";
import { newFamily } from "../../support/records/family.ts";
import { inTurns, openTask } from "../../support/records/turns.ts";

/** Everyone in turns is away when the first one is due. */
async function allAway() {
  const home = await inTurns(["Sam", "Nora"]);
  const { db, nora, day, idOf } = home;
  for (const name of ["Sam", "Nora"]) {
    await addAwayDates(db, nora, { person: idOf(name), firstOn: day(1), lastOn: day(3) });
  }
  const { away } = await listAwayDates(db, nora);
  const entryOf = (name: string) => away.find((one) => one.name === name)!.id;
  return { ...home, entryOf };
}

test("a turn that nobody could take goes to the first whose away dates are removed", async () => {
  await using home = await allAway();
  const { db, nora, entryOf } = home;
  expect(await openTask(db, nora)).toMatchObject({ assignee: null });
  expect(await deleteAwayDates(db, nora, entryOf("Nora"))).toBe(true);
  expect(await openTask(db, nora)).toMatchObject({ assignee: "Nora" });
  expect(await deleteAwayDates(db, nora, entryOf("Sam"))).toBe(true);
  expect(await openTask(db, nora)).toMatchObject({ assignee: "Nora" });
  await completeTask(db, nora, (await openTask(db, nora)).id);
  expect(await openTask(db, nora)).toMatchObject({ assignee: "Sam" });
});

test("removing away dates leaves someone who was assigned by hand, and is for the own household", async () => {
  await using home = await allAway();
  const { db, nora, entryOf } = home;
  expect(await deleteAwayDates(db, await newFamily(db), entryOf("Sam"))).toBe(false);
  expect(await openTask(db, nora)).toMatchObject({ assignee: null });
  const { id, version, due_local } = await openTask(db, nora);
  const draft = {
    title: "Trash",
    category: "Household",
    assignee: "Grandma",
    dueDate: due_local!,
    version,
  } as const;
  await editTask(db, nora, id, draft, nora.timeZone);
  await deleteAwayDates(db, nora, entryOf("Sam"));
  expect(await openTask(db, nora)).toMatchObject({ assignee: "Grandma" });
});

test("the same days away are there once, also of two people who turn out to be one", async () => {
  await using home = await inTurns(["Sam", "Nora"]);
  const { db, nora, day, idOf } = home;
  const add = (person: string, last: number) =>
    addAwayDates(db, nora, { person: idOf(person), firstOn: day(1), lastOn: day(last) });
  const listed = async () => (await listAwayDates(db, nora)).away.map(({ name }) => name);
  for (let press = 0; press < 2; press += 1) expect(await add("Sam", 3)).toBe("added");
  expect(await listed()).toEqual(["Sam"]);
  await add("Emma", 3);
  await add("Emma", 5);
  await db.transaction().execute((trx) => mergePeople(trx, idOf("Emma"), idOf("Sam"), nowIso()));
  expect(await listed()).toEqual(["Sam", "Sam"]);
});

test("the turn of two people who turn out to be one is passed on where one of them is away", async () => {
  await using home = await inTurns(["Sam", "Nora"]);
  const { db, nora, day, idOf } = home;
  await addAwayDates(db, nora, { person: idOf("Emma"), firstOn: day(1), lastOn: day(3) });
  const { id, version, due_local } = await openTask(db, nora);
  await db.transaction().execute((trx) => mergePeople(trx, idOf("Emma"), idOf("Sam"), nowIso()));
  // An edit before the worker wakes plans the same dates again.
  const draft = { title: "Bins", category: "Household", dueDate: due_local!, version } as const;
  await editTask(db, nora, id, { ...draft, assignee: "Sam" }, nora.timeZone);
  expect(await openTask(db, nora)).toMatchObject({ title: "Bins", assignee: "Sam" });
  await tickSeries(db, nowIso);
  expect(await openTask(db, nora)).toMatchObject({ title: "Bins", assignee: "Nora" });
});

test("days away that come with another entry pass on the turn of a done date, once it is reopened", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  await using home = await inTurns(["Sam", "Nora"]);
  const { db, nora, day, idOf } = home;
  await addAwayDates(db, nora, { person: idOf("Emma"), firstOn: day(1), lastOn: day(1) });
  vi.setSystemTime(laterBy(nowIso(), { minutes: 1 }));
  const { id } = await openTask(db, nora);
  await completeTask(db, nora, id);
  vi.setSystemTime(laterBy(nowIso(), { minutes: 1 }));
  await db.transaction().execute((trx) => mergePeople(trx, idOf("Emma"), idOf("Sam"), nowIso()));
  expect(await reopenTask(db, nora, id)).toBe(true);
  expect(await openTask(db, nora)).toMatchObject({ id, assignee: "Nora" });
});
