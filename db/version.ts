import { basename } from "node:path";
import type { Kysely } from "kysely";
import { listBackups } from "#app/config/data-folder.server.ts";
import packageJson from "../package.json" with { type: "json" };
import { hasTable } from "./has-table.ts";
import type { Database } from "./schema.ts";

const { version } = packageJson;

/** Says when everything was moved to a data folder, from which Mila runs. */
export const movedFact = "moved_at";

/** The next start reads it (app/domain/lifecycle/hold-restored.server.ts). */
export const restoredFact = "restored_backup";

/** Names the last migration beside which older versions cannot run. PostgreSQL only. */
export const oldestFact = "oldest_beside";

export class NewerDatabaseError extends Error {}

/** Records the version, so that older versions can name the one that upgraded the database. */
export async function recordVersion(db: Kysely<Database>, migration: string): Promise<void> {
  for (const [name, value] of Object.entries({ version, migration })) {
    if ((await readDatabaseFact(db, name)) !== value) await writeDatabaseFact(db, name, value);
  }
}

/** Does nothing in a database that is too old for facts. */
export async function writeDatabaseFact(
  db: Kysely<Database>,
  name: string,
  value: string,
): Promise<void> {
  if (!(await hasTable(db, "instance_facts"))) return;
  await db
    .insertInto("instance_facts")
    .values({ name, value })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
    .execute();
}

/**
 * @throws NewerDatabaseError with instructions, when the database has a migration that this version
 * does not know
 */
export async function refuseNewerDatabase(
  db: Kysely<Database>,
  dataFolder: string,
  { applied, known }: { applied: string[]; known: string[] },
): Promise<void> {
  const unknown = applied.filter((name) => !known.includes(name)).toSorted();
  if (!unknown[0]) return;
  const copy = findCopy(dataFolder, unknown[0]);
  const advice = copy ? `, or go back to your last copy: npm run restore -- ${copy}` : "";
  throw await newerDatabase(db, unknown[0], advice);
}

export async function newerDatabase(
  db: Kysely<Database>,
  unknown: string,
  advice: string = "",
): Promise<NewerDatabaseError> {
  const lastVersion = await readDatabaseFact(db, "version");
  const writerName =
    lastVersion && lastVersion !== version
      ? `Mila ${lastVersion}, newer than this ${version}`
      : "a newer version of Mila";
  return new NewerDatabaseError(
    `it was upgraded by ${writerName} (${unknown}): start the newer version${advice}`,
  );
}

export async function readDatabaseFact(
  db: Kysely<Database>,
  name: string,
): Promise<string | undefined> {
  if (!(await hasTable(db, "instance_facts"))) return undefined;
  const row = await db
    .selectFrom("instance_facts")
    .select("value")
    .where("name", "=", name)
    .executeTakeFirst();
  return row?.value;
}

function findCopy(dataFolder: string, migration: string): string | undefined {
  return listBackups(dataFolder, "before").find(({ file }) =>
    basename(file).startsWith(`before-${migration}-`),
  )?.file;
}
