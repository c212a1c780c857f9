import type { Kysely, Transaction } from "kysely";
import { v7 as newId } from "uuid";
import {
  formatDate,
  formatDateWithWeekday,
  nowIso,
  Temporal,
  wallClockAt,
} from "#app/domain/core/time.ts";
import type { ZonedViewer } from "#app/domain/core/viewer.ts";
import {
  findChosenPerson,
  findLabels,
  listHouseholdPeople,
} from "#app/domain/people/people.server.ts";
import type { Database } from "#db/schema.ts";
import { inTransaction } from "#db/sql/in-transaction.ts";
import { idList } from "#db/sql/values.ts";
import { maxAwayDates } from "../turns/input.ts";
import { reassignTurns } from "./reassign-turns.server.ts";

/** Omits past dates. */
export async function listAwayDates(db: Kysely<Database>, { householdId, timeZone }: ZonedViewer) {
  const today = wallClockAt(nowIso(), timeZone).toPlainDate().toString();
  const people = await listHouseholdPeople(db, householdId);
  const rows = await db
    .selectFrom("away_dates")
    .selectAll()
    .where("household_id", "=", householdId)
    .where("last_on", ">=", today)
    .orderBy("first_on")
    .orderBy("id")
    .execute();
  return {
    people: people.map(({ id, label }) => ({ id, name: label })),
    away: rows.flatMap((row) => {
      const name = people.find(({ id }) => id === row.person_id)?.label;
      return name ? [{ id: row.id, name, days: formatDays(row.first_on, row.last_on) }] : [];
    }),
  };
}

/** Maps the people who are away today to the last day of it, such as "Jun 12". */
export async function findAwayUntil(
  db: Kysely<Database>,
  { householdId, timeZone }: ZonedViewer,
  now: string,
): Promise<Map<string, string>> {
  const today = wallClockAt(now, timeZone).toPlainDate();
  const rows = await db
    .selectFrom("away_dates")
    .select(["person_id", ({ fn }) => fn.max("last_on").as("lastOn")])
    .where("household_id", "=", householdId)
    .where("first_on", "<=", today.toString())
    .where("last_on", ">=", today.toString())
    .groupBy("person_id")
    .execute();
  const show = (lastOn: string) => formatDate(`${lastOn}T12:00Z`, "UTC", now);
  return new Map(rows.map(({ person_id, lastOn }) => [person_id, show(lastOn)]));
}

interface Away {
  personId: string;
  name: string;
  firstOn: string;
  lastOn: string;
}

/** Finds who is away on some of these days (YYYY-MM-DD), the earliest first. */
export async function findAwayBetween(
  db: Kysely<Database>,
  { householdId }: Pick<ZonedViewer, "householdId">,
  { firstOn, lastOn }: { firstOn: string; lastOn: string },
): Promise<Away[]> {
  const rows = await db
    .selectFrom("away_dates")
    .select(["person_id as personId", "first_on as firstOn", "last_on as lastOn"])
    .where("household_id", "=", householdId)
    .where("first_on", "<=", lastOn)
    .where("last_on", ">=", firstOn)
    .orderBy("first_on")
    .orderBy("id")
    .execute();
  const labels = await findLabels(
    db,
    rows.map(({ personId }) => personId),
  );
  return rows.flatMap((row) => {
    const name = labels.get(row.personId);
    return name === undefined ? [] : [{ ...row, name }];
  });
}

function formatDays(firstOn: string, lastOn: string): string {
  const [first, last] = [firstOn, lastOn].map((date) =>
    formatDateWithWeekday(Temporal.PlainDate.from(date), true),
  );
  return firstOn === lastOn ? first! : `${first} to ${last}`;
}

/** Gives the person's turns on these days to others. Adds the same days only once. */
export async function addAwayDates(
  db: Kysely<Database>,
  { householdId }: Pick<ZonedViewer, "householdId">,
  { person: personId, firstOn, lastOn }: { person: string; firstOn: string; lastOn: string },
): Promise<"added" | "missing" | "too_many"> {
  const now = nowIso();
  return inTransaction(db, async (trx) => {
    const person = findChosenPerson(await listHouseholdPeople(trx, householdId), personId);
    if (!person) return "missing";
    const days = { first_on: firstOn, last_on: lastOn };
    const asked = { person: person.id, firstOn, lastOn };
    if (await findSameAway(trx, { householdId }, asked)) return "added";
    if ((await countAway(trx, householdId)) >= maxAwayDates) return "too_many";
    await trx
      .insertInto("away_dates")
      .values({
        id: newId(),
        household_id: householdId,
        person_id: person.id,
        ...days,
        created_at: now,
      })
      .execute();
    await reassignTurns(trx, { householdId, person, firstOn, lastOn }, now);
    return "added";
  });
}

/** Returns which of these days away are the household's. */
export async function findOwnAway(
  db: Kysely<Database>,
  householdId: string,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom("away_dates")
    .select("id")
    .where("id", "in", idList(ids))
    .where("household_id", "=", householdId)
    .execute();
  return rows.map(({ id }) => id);
}

/** Returns the id of the same days of a person. */
export async function findSameAway(
  db: Kysely<Database>,
  { householdId }: Pick<ZonedViewer, "householdId">,
  { person, firstOn, lastOn }: { person: string; firstOn: string; lastOn: string },
): Promise<string | undefined> {
  const same = await db
    .selectFrom("away_dates")
    .select("id")
    .where("household_id", "=", householdId)
    .where("person_id", "=", person)
    .where("first_on", "=", firstOn)
    .where("last_on", "=", lastOn)
    .executeTakeFirst();
  return same?.id;
}

async function countAway(trx: Transaction<Database>, householdId: string): Promise<number> {
  const { count } = await trx
    .selectFrom("away_dates")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("household_id", "=", householdId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Gives turns on these days that nobody could take to people who can now. */
export async function deleteAwayDates(
  db: Kysely<Database>,
  { householdId }: Pick<ZonedViewer, "householdId">,
  id: string,
): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const deleted = await trx
      .deleteFrom("away_dates")
      .where("id", "=", id)
      .where("household_id", "=", householdId)
      .returning(["first_on", "last_on"])
      .executeTakeFirst();
    if (!deleted) return false;
    const { first_on: firstOn, last_on: lastOn } = deleted;
    await reassignTurns(trx, { householdId, person: null, firstOn, lastOn }, nowIso());
    return true;
  });
}
