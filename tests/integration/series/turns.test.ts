import type { Kysely } from "kysely";
import { listHouseholdPeople } from "#app/domain/people/people.server.ts";
import { expect, test } from "vitest";
import { laterBy, nowIso, Temporal } from "#app/domain/core/time.ts";
import { deleteAccount } from "#app/domain/lifecycle/delete-account.server.ts";
import { removeAccounts } from "#app/domain/lifecycle/remove-accounts.server.ts";
import { mergePeople } from "#app/domain/people/own-person.server.ts";
import {
  addFamilyMember,
  removeFamilyMember,
} from "#app/domain/people/family/change-family.server.ts";
import { moveWholeHousehold } from "#app/domain/lifecycle/move-household.server.ts";
import { findSeriesHistory } from "#app/domain/series/series-history.server.ts";
import { tickSeries } from "#app/domain/series/tick-series.server.ts";
import { addAwayDates } from "#app/domain/series/changing/away.server.ts";
import { setTurns } from "#app/domain/series/changing/set-turns.server.ts";
import { takeTurn } from "#app/domain/series/changing/take-turn.server.ts";
import { completeTask, editTask, reopenTask } from "#app/domain/tasks/changing/task.server.ts";
import type { Database } from "#db/schema.ts";
import { newFamily, type TestFamily } from "../../support/records/family.ts";
import { readExport } from "../../support/records/read-export.ts";
import { inTurns, openTask } from "../../support/records/turns.ts";
import { moveAccount, nameAccount, personIdOf } from "../../support/records/people.ts";

/** Whose turn it is now and after each of the next ones is done. */
async function names(db: Kysely<Database>, nora: TestFamily, count: number) {
  const found: (string | null)[] = [];
  for (let turn = 0; turn < count; turn += 1) {
    const task = await openTask(db, nora);
    found.push(task.assignee);
    await completeTask(db, nora, task.id);
  }
  return found;
}

test("people take turns, also a child without an account, and nobody is asked", async () => {
  await using home = await inTurns(["Nora", "Sam", "Emma"]);
  const { db, nora } = home;
  expect(await names(db, nora, 4)).toEqual(["Nora", "Sam", "Emma", "Nora"]);
  const tasks = await db
    .selectFrom("tasks")
    .select(["delegated_to", "delegation_status"])
    .execute();
  expect(
    tasks.every(
      ({ delegated_to, delegation_status }) => !delegated_to && delegation_status === "none",
    ),
  ).toBe(true);
  expect(
    await db
      .selectFrom("deliveries")
      .select("id")
      .where("kind", "=", "delegation_request")
      .execute(),
  ).toEqual([]);
});

test("a week each: the same person for all of a week", async () => {
  await using home = await inTurns(["Sam", "Nora"], "week", "FREQ=DAILY");
  const { db, nora } = home;
  const due: string[] = [];
  const found: (string | null)[] = [];
  for (let turn = 0; turn < 15; turn += 1) {
    const task = await openTask(db, nora);
    due.push(task.due_local!.slice(0, 10));
    found.push(task.assignee);
    await completeTask(db, nora, task.id);
  }
  const mondays = due.map((date) => Math.floor((Date.parse(date) / 86_400_000 + 3) / 7));
  const changes = found.map((name, index) => index > 0 && name !== found[index - 1]);
  expect(changes).toEqual(mondays.map((week, index) => index > 0 && week !== mondays[index - 1]));
  expect(found[0]).toBe("Sam");
});

test("a week each goes on in turn when the following ones move to another day", async () => {
  await using home = await inTurns(["Sam", "Nora"], "week", "FREQ=WEEKLY;COUNT=9");
  const { db, nora } = home;
  expect(await names(db, nora, 1)).toEqual(["Sam"]);
  const { id, title, category, version, due_local, assignee } = await openTask(db, nora);
  const due = Temporal.PlainDate.from(due_local!.slice(0, 10));
  const dueDate = `${due.add({ days: due.dayOfWeek === 7 ? -1 : 1 }).toString()}T19:00`;
  const draft = {
    title,
    category,
    dueDate,
    version,
    assignee: assignee!,
    scope: "following",
  } as const;
  expect(await editTask(db, nora, id, draft, nora.timeZone)).toBe("saved");
  expect(await names(db, nora, 3)).toEqual(["Nora", "Sam", "Nora"]);
});

test("who did it least lately is next, and a child's turn counts as the child's, although a parent ticks it off", async () => {
  await using home = await inTurns(["Nora", "Emma"], "least");
  const { db, nora, idOf } = home;
  expect(await names(db, nora, 3)).toEqual(["Nora", "Emma", "Nora"]);
  const task = await openTask(db, nora);
  expect(task.assignee).toBe("Emma");
  // Nora does one more than her share, so Emma has the next two.
  await takeTurn(db, nora, task.id, { from: idOf("Emma") });
  expect(await names(db, nora, 3)).toEqual(["Nora", "Emma", "Emma"]);
});

test("someone takes another's turn once, and the turns go on from there", async () => {
  await using home = await inTurns(["Nora", "Sam"]);
  const { db, nora, idOf } = home;
  const task = await openTask(db, nora);
  const given = await takeTurn(db, nora, task.id, { person: idOf("Sam"), from: idOf("Nora") });
  expect(given).toEqual({ status: "taken", name: "Sam", isViewer: false });
  // Pressed on a page that still showed Nora's turn.
  const late = await takeTurn(db, nora, task.id, { person: idOf("Emma"), from: idOf("Nora") });
  expect(late).toEqual({ status: "changed", name: "Sam" });
  expect(await names(db, nora, 3)).toEqual(["Sam", "Nora", "Sam"]);
});

test("someone who is away is left out, and their open turn goes to another", async () => {
  await using home = await inTurns(["Nora", "Sam", "Emma"]);
  const { db, nora, day, idOf } = home;
  await addAwayDates(db, nora, { person: idOf("Nora"), firstOn: day(0), lastOn: day(3) });
  await addAwayDates(db, nora, { person: idOf("Emma"), firstOn: day(10), lastOn: day(30) });
  expect(await names(db, nora, 5)).toEqual(["Sam", "Emma", "Nora", "Sam", "Nora"]);
});

test("if everyone is away, it is nobody's turn", async () => {
  await using home = await inTurns(["Nora", "Sam"]);
  const { db, nora, day, idOf } = home;
  for (const name of ["Nora", "Sam"]) {
    await addAwayDates(db, nora, { person: idOf(name), firstOn: day(5), lastOn: day(9) });
  }
  expect(await names(db, nora, 3)).toEqual(["Nora", null, "Sam"]);
});

test("someone assigned by hand has it once, and only asking changes who was asked", async () => {
  await using home = await inTurns(["Nora", "Sam"]);
  const { db, nora } = home;
  const { id, version, due_local } = await openTask(db, nora);
  const draft = {
    title: "Trash",
    category: "Household",
    assignee: "Grandma",
    dueDate: due_local!,
    version,
  } as const;
  expect(await editTask(db, nora, id, draft, nora.timeZone)).toBe("saved");
  expect(await names(db, nora, 3)).toEqual(["Grandma", "Nora", "Sam"]);
});

test("reopening takes back the next turn, and it comes again to the same person", async () => {
  await using home = await inTurns(["Nora", "Sam"]);
  const { db, nora } = home;
  const first = await openTask(db, nora);
  await completeTask(db, nora, first.id);
  expect(await reopenTask(db, nora, first.id)).toBe(true);
  expect(await names(db, nora, 3)).toEqual(["Nora", "Sam", "Nora"]);
});

test("people of another household get no turns and no away dates", async () => {
  await using home = await inTurns(["Nora", "Sam"]);
  const { db, nora, day, idOf } = home;
  const person = (await newFamily(db)).userId;
  const { id } = await openTask(db, nora);
  expect(await setTurns(db, nora, id, { who: "people", people: [person], order: "each" })).toBe(
    "unknown_person",
  );
  expect(await takeTurn(db, nora, id, { person, from: idOf("Nora") })).toEqual({
    status: "missing",
  });
  expect(await addAwayDates(db, nora, { person, firstOn: day(0), lastOn: day(1) })).toBe("missing");
  expect(await names(db, nora, 2)).toEqual(["Nora", "Sam"]);
});

test("someone who leaves the family loses their turns", async () => {
  await using home = await inTurns(["Nora", "Sam", "Emma"]);
  const { db, nora } = home;
  await removeFamilyMember(db, nora, home.idOf("Sam"));
  expect(await names(db, nora, 3)).toEqual(["Nora", "Emma", "Nora"]);
  const sam = { name: "Sam", relation: "partner", phone: null, email: null } as const;
  expect(await addFamilyMember(db, nora, sam)).toBe("saved");
  expect(await names(db, nora, 3)).toEqual(["Emma", "Nora", "Emma"]);
});

test("a turn that was done and comes back after its person left the family goes to the next, or to nobody", async () => {
  await using home = await inTurns(["Nora", "Emma"]);
  const { db, nora, idOf } = home;
  const { id } = await openTask(db, nora);
  await takeTurn(db, nora, id, { person: idOf("Sam"), from: idOf("Nora") });
  await completeTask(db, nora, id);
  await removeFamilyMember(db, nora, idOf("Sam"));
  expect(await reopenTask(db, nora, id)).toBe(true);
  expect(await names(db, nora, 2)).toEqual(["Nora", "Emma"]);

  const { id: last } = await openTask(db, nora);
  await setTurns(db, nora, last, { who: "nobody", people: [], order: "each" });
  await takeTurn(db, nora, last, { person: idOf("Emma"), from: "" });
  await completeTask(db, nora, last);
  await removeFamilyMember(db, nora, idOf("Emma"));
  expect(await reopenTask(db, nora, last)).toBe(true);
  expect(await openTask(db, nora)).toMatchObject({ assignee: null });
});

test("a done turn that is reopened after its person was taken out of turns goes to the next", async () => {
  await using home = await inTurns(["Nora", "Sam"]);
  const { db, nora, idOf } = home;
  const { id, assignee } = await openTask(db, nora);
  expect(assignee).toBe("Nora");
  await completeTask(db, nora, id);
  const takers = [idOf("Sam"), idOf("Emma")];
  const { id: next } = await openTask(db, nora);
  await setTurns(db, nora, next, { who: "people", people: takers, order: "each" });
  expect(await openTask(db, nora)).toMatchObject({ id: next, assignee: "Sam" });
  expect(await reopenTask(db, nora, id)).toBe(true);
  expect(await openTask(db, nora)).toMatchObject({ id, assignee: "Sam" });
  await completeTask(db, nora, id);
  expect(await openTask(db, nora)).toMatchObject({ id: next, assignee: "Emma" });
});

test("whoever turns out to be another entry has its turns and days away", async () => {
  await using home = await inTurns(["Nora", "Sam"]);
  const { db, nora, day, idOf } = home;
  await addAwayDates(db, nora, { person: idOf("Sam"), firstOn: day(5), lastOn: day(10) });
  await db.transaction().execute((trx) => mergePeople(trx, idOf("Sam"), idOf("Emma"), nowIso()));
  expect(await names(db, nora, 4)).toEqual(["Nora", "Nora", "Emma", "Nora"]);
});

test("the open turn of someone who leaves goes to the next, or to nobody if they were the last", async () => {
  await using home = await inTurns(["Nora", "Sam", "Emma"]);
  const { db, nora, idOf } = home;
  await names(db, nora, 1);
  await removeFamilyMember(db, nora, idOf("Sam"));
  expect(await names(db, nora, 3)).toEqual(["Emma", "Nora", "Emma"]);
  await setTurns(db, nora, (await openTask(db, nora)).id, {
    who: "people",
    people: [idOf("Emma")],
    order: "each",
  });
  expect(await openTask(db, nora)).toMatchObject({ assignee: "Emma" });
  await removeFamilyMember(db, nora, idOf("Emma"));
  expect(await names(db, nora, 2)).toEqual([null, null]);
});

test("an account that leaves the household hands its open turn on, and someone assigned by hand stays", async () => {
  await using home = await inTurns(["Nora", "Emma"]);
  const { db, nora, idOf } = home;
  const others = await newFamily(db);
  await moveAccount(db, others.userId, nora.householdId);
  await nameAccount(db, others.userId, "Robin");
  const robin = { ...others, householdId: nora.householdId };
  const { id } = await openTask(db, nora);
  await setTurns(db, nora, id, {
    who: "people",
    people: [robin.userId, idOf("Emma")],
    order: "each",
  });
  expect(await openTask(db, nora)).toMatchObject({ assignee: "Robin", has_turn: 1 });
  await deleteAccount(db, robin.userId);
  expect(await names(db, nora, 2)).toEqual(["Emma", "Emma"]);
});

test("an account that is deleted leaves no turns and no away dates", async () => {
  await using home = await inTurns(["Nora", "Sam"]);
  const { db, nora, day, idOf } = home;
  await addAwayDates(db, nora, { person: idOf("Nora"), firstOn: day(40), lastOn: day(50) });
  await deleteAccount(db, nora.userId);
  await removeAccounts(db);
  for (const table of ["series", "series_turns", "series_turn_people", "away_dates"] as const) {
    expect(await db.selectFrom(table).selectAll().execute()).toEqual([]);
  }
});

test("turns and away dates move with the household, also to a Sam whom it knows already, and the export has them", async () => {
  await using home = await inTurns(["Nora", "Sam"]);
  const { db, nora, day, idOf } = home;
  await addAwayDates(db, nora, { person: idOf("Sam"), firstOn: day(40), lastOn: day(50) });
  const others = await newFamily(db, { Sam: "partner" });
  const to = others.householdId;
  await db
    .transaction()
    .execute((trx) =>
      moveWholeHousehold(
        trx,
        { userId: nora.userId, from: nora.householdId, to: to, pairs: [] },
        nowIso(),
      ),
    );
  const moved = { ...nora, householdId: to };
  const sam = (await listHouseholdPeople(db, to)).find(({ name }) => name === "Sam")!;
  expect(await names(db, moved, 3)).toEqual(["Nora", "Sam", "Nora"]);
  expect(await readExport(db, moved)).toMatchObject({
    series_turns: [{ turn_order: "each" }],
    series_turn_people: [
      { position: 0, person_id: await personIdOf(db, nora.userId) },
      { position: 1, person_id: sam.id },
    ],
    away_dates: [{ first_on: day(40) }],
  });
});

test("the history says who did it, what was missed and how many were done in a row", async () => {
  await using home = await inTurns(["Nora", "Emma"]);
  const { db, nora } = home;
  await names(db, nora, 3);
  const words = async () => {
    const found = await findSeriesHistory(db, nora, (await openTask(db, nora)).id);
    return { inARow: found?.inARow, past: found?.past.map((one) => one.words) };
  };
  expect(await words()).toEqual({
    inARow: 3,
    past: ["done by you", "done by Emma", "done by you"],
  });
  await tickSeries(db, () => laterBy(nowIso(), { hours: 24 * 29 }));
  expect(await words()).toEqual({
    inARow: 0,
    past: ["missed", "done by you", "done by Emma", "done by you"],
  });
});
