import { openDatabase } from "#db/connection.server.ts";

/** Runs a function while a table is missing, as on a failing disk. */
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
