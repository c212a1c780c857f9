import { type Expression, type Kysely, type SelectQueryBuilder, sql } from "kysely";
import type { Database } from "../schema.ts";
import { eachEngine } from "./each-engine.ts";
import { rowTable } from "./values.ts";

/**
 * Selects some rows for each id, as `due`, however many rows another id has. PostgreSQL would
 * otherwise look at every row of the table, and at some rows for each.
 * @param some selects the rows' ids of one of the ids, usually with a limit
 */
export function someOfEach<Table extends keyof Database>(
  db: Kysely<Database>,
  ids: readonly string[],
  table: Table,
  some: (id: Expression<string>) => Expression<{ id: string | null }>,
): SelectQueryBuilder<{ due: Database[Table] }, "due", object> {
  const rows = ids.map((id) => ({ id }));
  const found = some(sql.ref("one.id"));
  const list = eachEngine({ sqlite: sql`${found}`, postgres: sql`any(array(${found}))` });
  return db
    .selectFrom(rowTable(rows, ["id"]).as("one"))
    .innerJoin(`${table} as due`, (join) =>
      join.on("due.id" as never, "in", list as never),
    ) as never;
}
