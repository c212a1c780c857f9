import { expect, test } from "vitest";
import { nowIso, wallClockAt } from "#app/domain/core/time.ts";
import { withdrawRequest } from "#app/domain/delegation/ending/withdraw.server.ts";
import { listHouseholdPeople } from "#app/domain/people/people.server.ts";
import { removeFamilyMember } from "#app/domain/people/family/change-family.server.ts";
import { addBreak } from "#app/domain/series/breaks/change-breaks.server.ts";
import { addAwayDates, deleteAwayDates } from "#app/domain/series/changing/away.server.ts";
import { saveRepetition } from "#app/domain/series/changing/repetition.server.ts";
import { takeTurn } from "#app/domain/series/changing/take-turn.server.ts";
import { findTurnsForm, setTurns } from "#app/domain/series/changing/set-turns.server.ts";
import { repeatInput } from "#app/domain/series/input.ts";
import { tickSeries } from "#app/domain/series/tick-series.server.ts";
import { completeTask, reopenTask, setDueDate } from "#app/domain/tasks/changing/task.server.ts";
import { listTaskCards } from "#app/domain/pages/task-cards.server.ts";
import { findTaskPage } from "#app/domain/pages/task-page.server.ts";
import {
  answerAs,
  newAskingFamily,
  readDelegation,
  sendRequest,
} from "../../support/messages/delegation.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newSeries } from "../../support/records/series.ts";
import { openTask } from "../../support/records/turns.ts";

/** It is Emma's turn, then Nora's, then Alex's. Sam said yes to this one. */
async function yesOverEmmasTurn(order: "each" | "week" = "each", seriesCount = 1) {
  const own = newDatabase();
  const { db } = own;
  const nora = await newAskingFamily(db);
  const today = wallClockAt(nowIso(), nora.timeZone).toPlainDate();
  const day = (days: number) => today.add({ days }).toString();
  const people = await listHouseholdPeople(db, nora.householdId);
  const idOf = (name: string) => people.find((person) => person.name === name)!.id;
  const inTurns = ["Emma", "Nora", "Alex"].map(idOf);
  for (let count = 0; count < seriesCount; count += 1) {
    const due = `${day(3)}T19:00`;
    const id = await newSeries(db, nora, { rule: "FREQ=WEEKLY", due, now: nowIso() });
    await setTurns(db, nora, id, { who: "people", people: inTurns, order });
    await answerAs(db, await sendRequest(db, nora, id), "accept");
  }
  const open = () => openTask(db, nora);
  const away = (name: string, first = 0, last = 30) =>
    addAwayDates(db, nora, { person: idOf(name), firstOn: day(first), lastOn: day(last) });
  /** Who has it when the yes is withdrawn, and who has the next. */
  const afterWithdraw = async () => {
    const { id, assignee } = await open();
    expect(assignee).toBe("Sam");
    expect(await withdrawRequest(db, nora, id)).toBe("withdrawn");
    const present = (await open()).assignee;
    await completeTask(db, nora, id);
    return [present, (await open()).assignee];
  };
  return {
    db,
    nora,
    day,
    idOf,
    away,
    open,
    afterWithdraw,
    [Symbol.asyncDispose]: () => own[Symbol.asyncDispose](),
  };
}

test("nothing happened meanwhile", async () => {
  await using home = await yesOverEmmasTurn();
  expect(await home.afterWithdraw()).toEqual(["Emma", "Nora"]);
});

test("away", async () => {
  await using home = await yesOverEmmasTurn();
  await home.away("Emma");
  expect(await home.afterWithdraw()).toEqual(["Nora", "Alex"]);
});

test("away, and the one that Sam did counts as the turn of the next person", async () => {
  await using home = await yesOverEmmasTurn();
  const { db, nora, open, away } = home;
  await away("Emma", 0, 4);
  await completeTask(db, nora, (await open()).id);
  expect((await open()).assignee).toBe("Alex");
});

test("removed from the family", async () => {
  await using home = await yesOverEmmasTurn();
  await removeFamilyMember(home.db, home.nora, home.idOf("Emma"));
  expect(await home.afterWithdraw()).toEqual(["Nora", "Alex"]);
});

test("removed from the family, with more turns than are passed on at once", async () => {
  await using home = await yesOverEmmasTurn("each", 12);
  const { db, nora, idOf } = home;
  await removeFamilyMember(db, nora, idOf("Emma"));
  await tickSeries(db, nowIso);
  const turns = await db
    .selectFrom("series_occurrences")
    .select("turn_person_id as id")
    .where("state", "=", "open")
    .execute();
  expect(new Set(turns.map(({ id }) => id))).toEqual(new Set([idOf("Nora")]));
});

test("who said yes is removed from the family after it was done, and it is reopened", async () => {
  await using home = await yesOverEmmasTurn();
  const { db, nora, open, idOf } = home;
  const { id } = await open();
  await completeTask(db, nora, id);
  await removeFamilyMember(db, nora, idOf("Sam"));
  await reopenTask(db, nora, id);
  expect((await open()).assignee).toBe("Emma");
  await completeTask(db, nora, id);
  expect((await open()).assignee).toBe("Nora");
});

test("who said yes did it, was removed from the family, and it is reopened", async () => {
  await using home = await yesOverEmmasTurn();
  const { db, nora, open, idOf } = home;
  const { id } = await open();
  const { id: request } = await db.selectFrom("delegations").select("id").executeTakeFirstOrThrow();
  await answerAs(db, request, "done");
  await removeFamilyMember(db, nora, idOf("Sam"));
  await reopenTask(db, nora, id);
  expect((await open()).assignee).toBe("Emma");
});

test("no longer in the turns", async () => {
  await using home = await yesOverEmmasTurn();
  const { db, nora, idOf, open } = home;
  const people = ["Nora", "Alex"].map(idOf);
  await setTurns(db, nora, (await open()).id, { who: "people", people, order: "each" });
  expect(await home.afterWithdraw()).toEqual(["Nora", "Alex"]);
});

test("turns that ended", async () => {
  await using home = await yesOverEmmasTurn();
  const { db, nora, open } = home;
  await setTurns(db, nora, (await open()).id, { who: "nobody", people: [], order: "each" });
  expect(await home.afterWithdraw()).toEqual([null, null]);
});

test("moved to a day when they are away, and back", async () => {
  await using home = await yesOverEmmasTurn();
  const { db, nora, day, open, away } = home;
  await away("Emma", 5, 5);
  await setDueDate(db, nora, (await open()).id, `${day(5)}T19:00`, nora.timeZone);
  await setDueDate(db, nora, (await open()).id, `${day(3)}T19:00`, nora.timeZone);
  // As without the yes: a turn that was passed on does not come back by itself.
  expect(await home.afterWithdraw()).toEqual(["Nora", "Alex"]);
});

test("moved out of a break, into another week", async () => {
  await using home = await yesOverEmmasTurn("week");
  const { db, nora, day, open } = home;
  const skipping = { interval: 1, unit: "week", breaks: [{ value: "Holidays" }] };
  await saveRepetition(db, nora, (await open()).id, repeatInput.parse(skipping));
  await addBreak(db, nora, { name: "Holidays", startsOn: day(0), endsOn: day(4) });
  expect(await open()).toMatchObject({ due_local: `${day(10)}T19:00` });
  expect((await home.afterWithdraw())[0]).toBe("Nora");
});

test("everybody was away when Sam said yes, and one is back", async () => {
  await using home = await yesOverEmmasTurn();
  const { db, nora, open, away } = home;
  await withdrawRequest(db, nora, (await open()).id);
  for (const name of ["Emma", "Nora", "Alex"]) await away(name, 0, 4);
  expect(await open()).toMatchObject({ assignee: null });
  await answerAs(db, await sendRequest(db, nora, (await open()).id), "accept");
  const dates = await db.selectFrom("away_dates").selectAll().execute();
  await deleteAwayDates(db, nora, dates.find(({ person_id }) => person_id === nora.alex)!.id);
  expect(await home.afterWithdraw()).toEqual(["Alex", "Emma"]);
});

test("no card says whose turn it is while somebody else has said yes", async () => {
  await using home = await yesOverEmmasTurn();
  const { db, nora, idOf, open } = home;
  const { id } = await open();
  const turnOf = async () => [
    (await listTaskCards(db, nora)).tasks[0]?.repeats?.turn,
    (await findTaskPage(db, nora, id, true))?.repeats?.turn,
  ];
  expect(await turnOf()).toEqual([null, null]);
  await setTurns(db, nora, id, { who: "people", people: [idOf("Nora")], order: "each" });
  expect(await turnOf()).toEqual([null, null]);
  await withdrawRequest(db, nora, id);
  expect(await turnOf()).toEqual(["yours", "yours"]);
});

test("someone who takes the turn over a yes has it, and the yes ends", async () => {
  await using home = await yesOverEmmasTurn();
  const { db, nora, idOf, open } = home;
  const { id } = await open();
  const take = (person: string, from: string) =>
    takeTurn(db, nora, id, { person: idOf(person), from: idOf(from) });
  expect(await findTurnsForm(db, nora, id)).toMatchObject({ current: idOf("Sam") });
  // A page from before the yes.
  expect(await take("Nora", "Emma")).toEqual({ status: "changed", name: "Sam" });
  expect(await take("Nora", "Sam")).toMatchObject({ status: "taken", isViewer: true });
  expect(await open()).toMatchObject({ assignee: "Nora", delegation_status: "none" });
  expect(await readDelegation(db, id)).toMatchObject({ requests: [{ state: "superseded" }] });
  expect(await findTurnsForm(db, nora, id)).toMatchObject({ current: idOf("Nora") });
  await completeTask(db, nora, id);
  expect((await open()).assignee).toBe("Alex");
});
