import type { Kysely } from "kysely";
import { nowIso, wallClockAt } from "#app/domain/core/time.ts";
import { listHouseholdPeople } from "#app/domain/people/people.server.ts";
import { assigneeOfTask } from "#app/domain/tasks/find-tasks.server.ts";
import { setTurns } from "#app/domain/series/changing/set-turns.server.ts";
import type { Database } from "#db/schema.ts";
import { newDatabase } from "./database.ts";
import { newFamily, type TestFamily } from "./family.ts";
import { newSeries } from "./series.ts";
import { nameAccount } from "./people.ts";

type Order = "each" | "week" | "least";

/**
 * Creates Nora's family with Sam and Emma, who have no account, and a series in which the named
 * people take turns, first due tomorrow at 7 PM.
 */
export async function inTurns(takers: string[], order: Order = "each", rule = "FREQ=WEEKLY") {
  const own = newDatabase();
  const { db } = own;
  const nora = await newFamily(db, { Sam: "partner", Emma: "child" });
  await nameAccount(db, nora.userId, "Nora");
  const day = (days: number) =>
    wallClockAt(nowIso(), nora.timeZone).add({ days }).toPlainDate().toString();
  await newSeries(db, nora, { rule, due: `${day(1)}T19:00`, now: nowIso() });
  const known = await listHouseholdPeople(db, nora.householdId);
  const idOf = (name: string) => known.find((person) => person.name === name)!.id;
  const home = {
    own,
    db,
    nora,
    day,
    idOf,
    [Symbol.asyncDispose]: () => own[Symbol.asyncDispose](),
  };
  await setTurns(db, nora, (await openTask(db, nora)).id, {
    who: "people",
    people: takers.map(idOf),
    order,
  });
  return home;
}

export async function openTask(db: Kysely<Database>, { householdId }: TestFamily) {
  return db
    .selectFrom("tasks")
    .selectAll()
    .select(assigneeOfTask)
    .where("household_id", "=", householdId)
    .where("deleted_at", "is", null)
    .where("is_completed", "=", 0)
    .executeTakeFirstOrThrow();
}
