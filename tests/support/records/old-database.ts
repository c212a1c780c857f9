import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { Migrator } from "kysely/migration";
import { v7 as newId } from "uuid";
import { newSecrets, replaceSecrets } from "#app/config/secrets.server.ts";
import { openDatabase } from "#db/connection.server.ts";
import { readMigrations } from "#db/known-migrations.ts";

export const oldMigrations = 5;

export interface OldInstallation extends Disposable {
  folder: string;
  file: string;
}

/** Copies a data folder that an early version wrote. */
export async function oldInstallation(tasks: number): Promise<OldInstallation> {
  const folder = mkdtempSync(join(tmpdir(), "mila-old-"));
  const file = join(folder, "mila.db");
  replaceSecrets(newSecrets(), folder);
  await using db = openDatabase(file);
  const migrations = await readMigrations();
  const last = Object.keys(migrations)[oldMigrations - 1] ?? "";
  const { error } = await new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
  }).migrateTo(last);
  if (error) throw error;
  const at = "2026-01-01T00:00:00.000Z";
  const [userId, householdId] = [newId(), newId()];
  await sql`insert into users (id, email, created_at) values (${userId}, 'nora@example.com', ${at})`.execute(
    db,
  );
  await sql`insert into profiles (id, updated_at) values (${userId}, ${at})`.execute(db);
  await sql`insert into user_preferences (user_id) values (${userId})`.execute(db);
  await sql`insert into households (id, created_at) values (${householdId}, ${at})`.execute(db);
  await db.transaction().execute(async (trx) => {
    for (let number = 1; number <= tasks; number += 1) {
      await sql`insert into tasks (id, household_id, user_id, title, category, created_at)
        values (${newId()}, ${householdId}, ${userId}, ${`Errand ${number}`}, 'Household', ${at})`.execute(
        trx,
      );
    }
  });
  return { folder, file, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
}
