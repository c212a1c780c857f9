import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Database } from "#db/schema.ts";

interface Round {
  name: string;
  /** A table, "where", and the condition of an index that continues with the column. */
  rows: RawBuilder<unknown>;
  column: "user_id" | "household_id";
  limit: number;
  /** The next look begins after so many of those found: all by default. */
  served?: number;
}

/** The last of those served, by the round's name. */
const lastIds = new Map<string, string>();

/** Returns the next users or households that have some rows, with a seek for each of them however many rows it has. */
export async function goAround(db: Kysely<Database>, round: Round): Promise<string[]> {
  const { name, limit, served = limit } = round;
  const last = lastIds.get(name) ?? "";
  const { rows: found } = await nextIds(round, last, limit).execute(db);
  if (last !== "" && found.length < limit)
    found.push(...(await nextIds(round, "", limit - found.length).execute(db)).rows);
  const ids = [...new Set(found.map(({ id }) => id))];
  lastIds.set(name, ids[Math.min(served, ids.length) - 1] ?? "");
  return ids;
}

export function nextIds(
  { rows, column }: Pick<Round, "rows" | "column">,
  last: string,
  limit: number,
) {
  const id = sql.ref(column);
  return sql<{ id: string }>`
    with recursive round(id) as (
      select (select min(${id}) from ${rows} and ${id} > ${last})
      union all
      select (select min(${id}) from ${rows} and ${id} > round.id) from round where round.id is not null
    )
    select id from round where id is not null limit ${sql.lit(limit)}`;
}
