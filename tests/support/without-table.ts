import { openDatabase } from "#db/connection.server.ts";

/** While this runs, what needs the table breaks on the server, as it does when a disk goes bad. */
export async function withoutTable<T>(
  { dataFolder }: { dataFolder: string },
  table: string,
  whatFollows: () => Promise<T>,
): Promise<T> {
  const db = openDatabase(`${dataFolder}/mila.db`);
  const rename = (from: string, to: string) => db.schema.alterTable(from).renameTo(to).execute();
  await rename(table, `${table}_gone`);
  try {
    return await whatFollows();
  } finally {
    await rename(`${table}_gone`, table);
    await db.destroy();
  }
}
