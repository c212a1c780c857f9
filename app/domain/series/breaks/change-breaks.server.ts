import type { Kysely, Transaction } from "kysely";
import { v7 as newId } from "uuid";
import { idList, rowTable } from "#db/sql/values.ts";
import { nowIso } from "#app/domain/core/time.ts";
import { getMembership } from "#app/domain/people/household/membership.server.ts";
import { bumpRevision } from "#app/domain/people/revision.server.ts";
import type { Database } from "#db/schema.ts";
import { inTransaction } from "#db/sql/in-transaction.ts";
import { plansBy } from "../changing/reassign-turns.server.ts";
import { realignOpenOccurrence } from "../occurrences/realign-open-occurrence.server.ts";
import { type BreakInput, maxBreaks } from "../input.ts";
import { namesOf, withPauses } from "../occurrences/series.server.ts";
import { type Break, breakKey, findBreaks } from "../occurrences/breaks.server.ts";

/** Adding the same break twice adds it once. */
export async function addBreak(
  db: Kysely<Database>,
  { userId }: { userId: string },
  { name, startsOn, endsOn }: BreakInput,
  now: string = nowIso(),
): Promise<"saved" | "too_many"> {
  return inTransaction(db, async (trx) => {
    const { householdId } = await getMembership(trx, userId);
    const breaks = await findBreaks(trx, [householdId]);
    if (await findSameBreak(trx, { householdId }, { name, startsOn, endsOn })) return "saved";
    if (breaks.length >= maxBreaks) return "too_many";
    const dates = { name, starts_on: startsOn, ends_on: endsOn };
    await trx
      .insertInto("breaks")
      .values({ id: newId(), household_id: householdId, ...dates, created_at: now })
      .execute();
    await refit(trx, householdId, [name], now);
    return "saved";
  });
}

/** Returns the id of a break of this name with these dates. */
export async function findSameBreak(
  db: Kysely<Database>,
  { householdId }: { householdId: string },
  { name, startsOn, endsOn }: BreakInput,
): Promise<string | undefined> {
  const breaks = await findBreaks(db, [householdId]);
  return breaks.find(
    (one) => one.name === name && one.starts_on === startsOn && one.ends_on === endsOn,
  )?.id;
}

export async function findBreak(
  db: Kysely<Database>,
  { householdId }: { householdId: string },
  id: string,
): Promise<Break | undefined> {
  return (await findBreaks(db, [householdId])).find((one) => one.id === id);
}

/**
 * Series that skip it by its old name will skip it by the new one, unless other breaks keep that
 * name.
 */
export async function changeBreak(
  db: Kysely<Database>,
  { userId }: { userId: string },
  id: string,
  { name, startsOn, endsOn }: BreakInput,
  now: string = nowIso(),
): Promise<"saved" | "missing"> {
  return db.transaction().execute(async (trx) => {
    const { householdId } = await getMembership(trx, userId);
    const before = await findBreak(trx, { householdId }, id);
    if (!before) return "missing";
    const dates = { name, starts_on: startsOn, ends_on: endsOn };
    await trx.updateTable("breaks").set(dates).where("id", "=", id).execute();
    const left = await findBreaks(trx, [householdId]);
    if (!left.some((one) => breakKey(one.name) === breakKey(before.name))) {
      await renameInSeries(trx, householdId, before.name, name);
    }
    await refit(trx, householdId, [before.name, name], now);
    return "saved";
  });
}

/** Series keep its name, for next year's dates. Returns undefined if there is no such break. */
export async function removeBreak(
  db: Kysely<Database>,
  { userId }: { userId: string },
  id: string,
  now: string = nowIso(),
): Promise<Break | undefined> {
  return inTransaction(db, async (trx) => {
    const { householdId } = await getMembership(trx, userId);
    const removed = await findBreak(trx, { householdId }, id);
    if (!removed) return undefined;
    await trx.deleteFrom("breaks").where("id", "=", id).execute();
    await refit(trx, householdId, [removed.name], now);
    return removed;
  });
}

async function renameInSeries(
  trx: Transaction<Database>,
  householdId: string,
  from: string,
  to: string,
) {
  const renamed = (await findSkipping(trx, householdId, [from])).map((row) => {
    const names = namesOf(row).map((name) => (breakKey(name) === breakKey(from) ? to : name));
    return { id: row.id, names: JSON.stringify([...new Set(names)]) };
  });
  await trx
    .updateTable("series")
    .from(rowTable(renamed, ["id", "names"]).as("renamed"))
    .set(({ ref }) => ({ skipped_breaks: ref("renamed.names") }))
    .whereRef("series.id", "=", "renamed.id")
    .execute();
}

/**
 * Leaves the rest to the worker, which realigns them within a second: each takes milliseconds, in
 * which no other request runs.
 */
const fittedAtOnce = 10;

async function refit(
  trx: Transaction<Database>,
  householdId: string,
  names: string[],
  now: string,
): Promise<void> {
  const rows = await findSkipping(trx, householdId, names);
  for (const series of await withPauses(trx, rows.slice(0, fittedAtOnce)))
    await realignOpenOccurrence(trx, series, now);
  const later = rows.slice(fittedAtOnce).map(({ id }) => id);
  await trx
    .updateTable("series")
    .set({ is_to_fit: 1, plans_at: plansBy(now) })
    .where("id", "in", idList(later))
    .execute();
  await bumpRevision(trx, householdId);
}

async function findSkipping(trx: Transaction<Database>, householdId: string, names: string[]) {
  const rows = await trx
    .selectFrom("series")
    .selectAll()
    .where("household_id", "=", householdId)
    .where("skipped_breaks", "!=", "[]")
    .execute();
  const keys = names.map(breakKey);
  return rows.filter((row) => namesOf(row).some((name) => keys.includes(breakKey(name))));
}
