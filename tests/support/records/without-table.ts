import { openData } from "./open-data.ts";

/** Simulates a failing disk. */
export async function withoutTable<T>(
  { dataFolder }: { dataFolder: string },
  table: string,
  run: () => Promise<T>,
): Promise<T> {
  const db = openData(dataFolder);
  const rename = (from: string, to: string) => db.schema.alterTable(from).renameTo(to).execute();
  await rename(table, `${table}_gone`);
  try {
    return await run();
  } finally {
    await rename(`${table}_gone`, table);
    await db.destroy();
  }
}
