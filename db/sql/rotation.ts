import type { Kysely, SelectQueryBuilder } from "kysely";
import type { Database } from "../schema.ts";

interface Round {
  name: string;
  /** The condition must be that of a partial index that begins with the column. */
  rows: SelectQueryBuilder<any, any, unknown>;
  column: "user_id" | "household_id";
  limit: number;
  /** How many of the ids found count as served: the next call begins after them. All by default. */
  served?: number;
}

/** The last id that was served, by the name of the round. */
const lastIds = new Map<string, string>();

/**
 * Returns the next users or households that have rows, and goes on after them in the next call.
 * Costs one seek for each, however many rows it has.
 */
export async function nextInRotation(db: Kysely<Database>, round: Round): Promise<string[]> {
  const { name, limit, served = limit } = round;
  const last = lastIds.get(name) ?? "";
  const found = await nextIds(db, round, last, limit).execute();
  if (last !== "" && found.length < limit)
    found.push(...(await nextIds(db, round, "", limit - found.length).execute()));
  const ids = [...new Set(found.map(({ id }) => id))];
  lastIds.set(name, ids[Math.min(served, ids.length) - 1] ?? "");
  return ids;
}

/** Seeks each id after the one before, because SQLite would read all rows for a `distinct`. */
export function nextIds(
  db: Kysely<Database>,
  { rows, column }: Pick<Round, "rows" | "column">,
  last: string,
  limit: number,
) {
  const next = (after: unknown) =>
    rows
      .clearSelect()
      .select(({ fn }) => fn.min<string | null>(column).as("id"))
      .where(column, ">", after);
  return db
    .withRecursive("round(id)", (trx) =>
      trx.selectNoFrom(next(last).as("id")).unionAll(
        trx
          .selectFrom("round")
          .select(({ ref }) => next(ref("round.id")).as("id"))
          .where("round.id", "is not", null),
      ),
    )
    .selectFrom("round")
    .select("id")
    .where("id", "is not", null)
    .$narrowType<{ id: string }>()
    .limit(limit);
}
