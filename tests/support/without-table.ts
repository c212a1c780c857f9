import { openDatabase } from "#db/connection.server.ts";
import type { Mila } from "./mila.ts";

/** While this runs, what needs the table breaks on the server, as it does when a disk goes bad. */
export async function withoutTable(mila: Mila, table: string, whatFollows: () => Promise<void>): Promise<void> {
  const db = openDatabase(`${mila.dataFolder}/mila.db`);
  const rename = (from: string, to: string) => db.schema.alterTable(from).renameTo(to).execute();
  await rename(table, `${table}_gone`);
  try {
    await whatFollows();
  } finally {
    await rename(`${table}_gone`, table);
    await db.destroy();
  }
}
