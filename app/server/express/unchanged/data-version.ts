import { CompiledQuery } from "kysely";
import { database } from "#db/connection.server.ts";

/** `data_version` counts what other connections commit, and `total_changes` what this one changes. */
const query = CompiledQuery.raw(
  "select total_changes() as own, (select data_version from pragma_data_version) as others",
) as CompiledQuery<{ own: number; others: number }>;

/** Differs after every change to any row, by this process or another one. */
export async function readDataVersion(): Promise<string> {
  const { rows } = await database().executeQuery(query);
  return rows.map(({ own, others }) => `${own} ${others}`).join("");
}
