import { array, assert, asyncProperty, constantFrom, nat, oneof, record, tuple } from "fast-check";
import { type Kysely, sql } from "kysely";
import { expect, test } from "vitest";
import { laterBy, nowIso } from "#app/domain/core/time.ts";
import { removeFamilyMember } from "#app/domain/people/family/change-family.server.ts";
import { listHouseholdPeople } from "#app/domain/people/people.server.ts";
import { listBreaks } from "#app/domain/series/occurrences/breaks.server.ts";
import { addBreak, removeBreak } from "#app/domain/series/breaks/change-breaks.server.ts";
import {
  addAwayDates,
  deleteAwayDates,
  listAwayDates,
} from "#app/domain/series/changing/away.server.ts";
import { setTurns } from "#app/domain/series/changing/set-turns.server.ts";
import { takeTurn } from "#app/domain/series/changing/take-turn.server.ts";
import { saveRepetition } from "#app/domain/series/changing/repetition.server.ts";
import { type BreakInput, repeatInput } from "#app/domain/series/input.ts";
import { tickSeries } from "#app/domain/series/tick-series.server.ts";
import { TurnsDecide } from "#app/domain/tasks/events.server.ts";
import { editTask } from "#app/domain/tasks/changing/task.server.ts";
import { openDatabase } from "#db/connection.server.ts";
import type { Database } from "#db/schema.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newFamily, type TestFamily } from "../../support/records/family.ts";
import { newSeries } from "../../support/records/series.ts";
import { chooseTask, dayFrom, often, type Step, taskActions } from "../../support/series/steps.ts";
import { depth } from "../../support/runner/depth.ts";
import { skippedOnPostgres } from "../../support/records/engines.ts";

const orders = ["each", "week", "least"] as const;
const changes = [
  "restore",
  "restore",
  "move",
  "edit",
  "edit",
  "delete",
  "remind",
  "pause",
  "break",
];
const turnChanges = ["rotate", "rotate", "swap", "away", "home", "leave"];
const seldom = [...changes, ...turnChanges];

const anyStep = record({
  do: oneof(often("complete", 3), often("reopen", 2), often("skip", 2), often("wait", 2), {
    weight: 10,
    arbitrary: constantFrom(...seldom),
  }),
  which: constantFrom(0, 0, 0, 1, 1, 2, 3),
  days: nat(9),
});
/** Two sessions do one thing each, at once. */
const steps = array(tuple(anyStep, anyStep), { minLength: 3, maxLength: 12, size: "max" });

interface Home {
  nora: TestFamily;
  /** Ids. */
  people: string[];
  now: string;
}

test.skipIf(skippedOnPostgres.file)(
  "random orders from two sessions keep one open occurrence and lose no history",
  async () => {
    await using own = newDatabase();
    await using other = openDatabase(own.file);
    for (const session of [own.db, other]) {
      await sql`pragma synchronous = off`.execute(session);
      // Both are in this process: while one blocks it for the other's lock, that cannot end.
      await sql`pragma busy_timeout = 0`.execute(session);
    }
    const seen = new Set<string>();

    await assert(
      asyncProperty(
        constantFrom(
          "FREQ=DAILY",
          "FREQ=WEEKLY",
          "FREQ=WEEKLY;BYDAY=MO,WE,FR",
          "FREQ=MONTHLY;BYMONTHDAY=1,15",
          "FREQ=WEEKLY;INTERVAL=2 done",
        ),
        steps,
        async (said, order) => {
          const [rule = "", from] = said.split(" ");
          const nora = await newFamily(own.db, { Emma: "child" });
          const known = await listHouseholdPeople(own.db, nora.householdId);
          const home = { nora, people: known.map(({ id }) => id), now: nowIso() };
          const due = `${dayAfter(home, 1)}T19:00`;
          await newSeries(own.db, nora, {
            rule,
            from: from === "done" ? "done" : "due",
            due,
            now: home.now,
          });
          let before: History = [];
          for (const [one, two] of order) {
            await Promise.all([take(own.db, home, one), take(other, home, two)]);
            before = await check(own.db, nora, before);
            for (const { state } of before) seen.add(state);
          }
          // Time passes for all series of a database: a thousand households' would be missed with
          // each wait.
          await own.db.deleteFrom("households").where("id", "=", nora.householdId).execute();
        },
      ),
      depth({ full: 1_000, part: 20 }),
    );
    expect([...seen].toSorted()).toEqual(["ahead", "done", "missed", "open", "skipped"]);
  },
  600_000,
);

const dayAfter = ({ nora, now }: Home, days: number) => dayFrom(nora, now, days);

async function take(db: Kysely<Database>, home: Home, step: Step): Promise<void> {
  const { nora } = home;
  const { do: what, which, days } = step;
  if (what === "wait") {
    home.now = laterBy(home.now, { hours: 24 * days });
    await tickSeries(db, () => home.now);
    return;
  }
  const { id, version } = (await chooseTask(db, nora, step)).task;
  const local = `${dayAfter(home, days)}T18:00`;
  const scope = (["one", "following", "all"] as const)[days % 3];
  const draft = {
    title: `Trash ${days}`,
    category: "Household",
    dueDate: local,
    version,
    scope,
    ...(which % 2 === 0 && { endsTurns: "yes" as const }),
  } as const;
  const pausedUntil = days === 0 ? undefined : dayAfter(home, 3 * days);
  const kept = {
    interval: 1,
    unit: "week",
    rule: "keep",
    breaks: [{ value: "Holidays" }],
    pausedUntil,
  };
  const holidays = {
    name: "Holidays",
    startsOn: dayAfter(home, days),
    endsOn: dayAfter(home, days + 10),
  };
  const actions: Record<string, () => Promise<unknown>> = {
    ...taskActions(db, nora, id, local),
    pause: () => saveRepetition(db, nora, id, repeatInput.parse(kept)),
    rotate: () =>
      setTurns(db, nora, id, { who: "people", people: home.people, order: orders[days % 3]! }),
    away: () =>
      addAwayDates(db, nora, {
        person: home.people[days % 2]!,
        firstOn: dayAfter(home, 0),
        lastOn: dayAfter(home, days),
      }),
    home: () => endAway(db, nora),
    leave: () => removeFamilyMember(db, nora, home.people[1]!),
    swap: () =>
      takeTurn(db, nora, id, { person: home.people[days % 2], from: home.people[which % 2]! }),
    break: () => toggleBreak(db, nora, holidays),
    edit: () => editTask(db, nora, id, draft, nora.timeZone).catch(refuseForTurns),
    remind: () =>
      db.updateTable("reminders").set({ status: "sent" }).where("task_id", "=", id).execute(),
  };
  await actions[what]!();
}

/** The form says so, and asks whether the turns should end. */
function refuseForTurns(error: unknown): void {
  if (!(error instanceof TurnsDecide)) throw error;
}

async function endAway(db: Kysely<Database>, nora: TestFamily): Promise<void> {
  const { away } = await listAwayDates(db, nora);
  if (away[0]) await deleteAwayDates(db, nora, away[0].id);
}

/** Removes a break, or adds one. */
async function toggleBreak(
  db: Kysely<Database>,
  nora: TestFamily,
  dates: BreakInput,
): Promise<unknown> {
  const [first] = await listBreaks(db, nora);
  return first ? removeBreak(db, nora, first.id) : addBreak(db, nora, dates);
}

type History = Awaited<ReturnType<typeof readHistory>>;

async function readHistory(db: Kysely<Database>, householdId: string) {
  return db
    .selectFrom("series_occurrences")
    .innerJoin("series", "series.id", "series_occurrences.series_id")
    .innerJoin("tasks", "tasks.id", "series_occurrences.task_id")
    .select([
      "number",
      "state",
      "is_completed",
      "deleted_at",
      "tasks.id",
      "missed_at",
      "turn_person_id",
      "tasks.assignee_id",
      "has_turn",
    ])
    .where("series.household_id", "=", householdId)
    .orderBy("number")
    .execute();
}

async function check(
  db: Kysely<Database>,
  { householdId }: TestFamily,
  before: History,
): Promise<History> {
  const now = await readHistory(db, householdId);
  const tasks = await db
    .selectFrom("tasks")
    .select("id")
    .where("household_id", "=", householdId)
    .execute();
  expect(now.map(({ number }) => number)).toEqual(now.map((_, index) => index + 1));
  expect(now.map(({ id }) => id).toSorted()).toEqual(tasks.map(({ id }) => id).toSorted());
  const closedIds = (some: History) =>
    some.filter(({ state }) => !["open", "ahead"].includes(state)).map(({ id }) => id);
  const stillClosed = closedIds(before).filter((id) => closedIds(now).includes(id));
  expect(closedIds(now).filter((id) => stillClosed.includes(id))).toEqual(stillClosed);
  expect(now.map(({ id }) => id)).toEqual(expect.arrayContaining(before.map(({ id }) => id)));
  const open = now.findIndex(({ state }) => state === "open");
  expect(now.filter(({ state }) => state === "open")).toHaveLength(1);
  expect(now.map(({ state }, index) => isInPlace(state, index - open))).not.toContain(false);
  expect(now.map(({ is_completed }) => is_completed)).toEqual(
    now.map(({ state }) => (state === "done" ? 1 : 0)),
  );
  const turns = now.filter(
    ({ state, turn_person_id, assignee_id, has_turn }) =>
      state === "open" && turn_person_id !== (has_turn ? assignee_id : null),
  );
  expect(turns).toEqual([]);
  const hidden = now.filter(({ state }) => ["missed", "skipped", "ahead"].includes(state));
  expect(hidden.filter(({ deleted_at }) => deleted_at === null)).toEqual([]);
  return now;
}

/** @param distance from the open one */
function isInPlace(state: string, distance: number): boolean {
  if (distance === 0) return state === "open";
  return distance < 0 ? ["done", "missed", "skipped"].includes(state) : state === "ahead";
}
