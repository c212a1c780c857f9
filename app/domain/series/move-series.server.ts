import type { Kysely, Transaction } from "kysely";
import { deleteInBatches } from "#db/sql/batches.ts";
import { idList } from "#db/sql/values.ts";
import type { Database } from "#db/schema.ts";
import { leaveToWorker, plansBy } from "./changing/reassign-turns.server.ts";
import { type Break, breakKey, findBreaks } from "./occurrences/breaks.server.ts";

export async function moveSeries(
  trx: Transaction<Database>,
  from: string,
  to: string,
  now: string,
): Promise<void> {
  await moveBreaks(trx, from, to);
  const moved = trx.selectFrom("series").select("id").where("household_id", "=", from);
  await trx
    .updateTable("series_occurrences")
    .set({ household_id: to })
    .where("series_id", "in", moved)
    .execute();
  await trx
    .updateTable("series")
    .set({ household_id: to })
    .where("household_id", "=", from)
    .execute();
  await trx
    .updateTable("away_dates")
    .set({ household_id: to })
    .where("household_id", "=", from)
    .execute();
  await fitLater(trx, to, now);
}

/** Realigns the series, because each now skips the breaks of both households with the same name. */
async function fitLater(trx: Transaction<Database>, to: string, now: string): Promise<void> {
  await trx
    .updateTable("series")
    .set({ is_to_fit: 1, plans_at: plansBy(now) })
    .where("household_id", "=", to)
    .where("skipped_breaks", "!=", "[]")
    .execute();
}

/** Merges a break that both households have, with the same dates. */
async function moveBreaks(trx: Transaction<Database>, from: string, to: string): Promise<void> {
  const keyOf = ({ name, starts_on, ends_on }: Break) =>
    [breakKey(name), starts_on, ends_on].join(" ");
  const there = new Set((await findBreaks(trx, [to])).map(keyOf));
  const known = (await findBreaks(trx, [from])).filter((one) => there.has(keyOf(one)));
  await trx
    .deleteFrom("breaks")
    .where("id", "in", idList(known.map(({ id }) => id)))
    .execute();
  await trx
    .updateTable("breaks")
    .set({ household_id: to })
    .where("household_id", "=", from)
    .execute();
}

/**
 * Both people may take part in the same turns, and be away on the same days. The worker passes on
 * what one has while the other is away.
 */
export async function replaceInSeries(
  trx: Transaction<Database>,
  { from, to }: { from: string; to: string },
  now: string,
): Promise<void> {
  const inTurns = trx.selectFrom("series_turn_people").select("series_id");
  await trx
    .deleteFrom("series_turn_people")
    .where("person_id", "=", from)
    .where("series_id", "in", inTurns.where("person_id", "=", to))
    .execute();
  await trx
    .updateTable("series_turn_people")
    .set({ person_id: to })
    .where("person_id", "=", from)
    .execute();
  await trx
    .deleteFrom("away_dates")
    .where("person_id", "=", from)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("away_dates as known")
          .select("known.id")
          .where("known.person_id", "=", to)
          .whereRef("known.first_on", "=", "away_dates.first_on")
          .whereRef("known.last_on", "=", "away_dates.last_on"),
      ),
    )
    .execute();
  await trx
    .updateTable("away_dates")
    // It is new that this person is away: a date done before may be reopened.
    .set({ person_id: to, created_at: now })
    .where("person_id", "=", from)
    .execute();
  for (const column of ["assignee_id", "about_id", "yes_person_id"] as const)
    await trx
      .updateTable("series")
      .set({ [column]: to })
      .where(column, "=", from)
      .execute();
  for (const column of ["done_by", "turn_person_id"] as const)
    await trx
      .updateTable("series_occurrences")
      .set({ [column]: to })
      .where(column, "=", from)
      .execute();
  const turns = await trx
    .selectFrom("series_occurrences")
    .select("series_id")
    .where("turn_person_id", "=", to)
    .where("state", "=", "open")
    .execute();
  await leaveToWorker(
    trx,
    turns.map(({ series_id }) => series_id),
    now,
  );
}

/**
 * Deletes the series of a household that has ended. A daily series has thousands of occurrences
 * after ten years.
 */
export async function removeSeriesOf(db: Kysely<Database>, householdId: string): Promise<void> {
  const series = db.selectFrom("series").where("household_id", "=", householdId);
  const occurrences = db
    .selectFrom("series_occurrences")
    .where("series_id", "in", series.select("id"));
  await deleteInBatches(db, "series_occurrences", occurrences);
  await deleteInBatches(db, "series", series);
}
