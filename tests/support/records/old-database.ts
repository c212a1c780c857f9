import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { v7 as newId } from "uuid";
import { replaceSecrets } from "#app/config/secrets.server.ts";
import { readKeys } from "#db/backup.ts";
import { openDatabase } from "#db/connection.server.ts";
import { decompressFile } from "#db/packed-file.ts";

/**
 * A backup that commit c7b0b708 wrote, the last before the first schema, with rows in every table.
 * Most are from its seed (`npm run seed`) and its pages: a second account that accepted an
 * invitation; tasks once and repeated, done, deleted, delegated; a break, reminders, a calendar
 * feed. Where a page needs a provider or a device, SQL added a row. Then `npm run backup` wrote the
 * file.
 */
export const oldBackup = "tests/support/records/before-first-schema.db";

export const oldAccount = { email: "demo@example.com", password: "family demo" };

export const oldMigrations = 88;

export interface OldInstallation extends Disposable {
  folder: string;
  file: string;
}

/**
 * Puts an old backup into a data folder as it was on that machine, with more tasks named "Errand".
 */
export async function oldInstallation(
  tasks: number,
  backup: string = oldBackup,
): Promise<OldInstallation> {
  const folder = mkdtempSync(join(tmpdir(), "mila-old-"));
  const file = join(folder, "mila.db");
  await decompressFile({ from: backup, to: file, shownAs: backup });
  await using db = openDatabase(file);
  replaceSecrets((await readKeys(db)).secrets, folder);
  await sql`drop table backup`.execute(db);
  await db.transaction().execute(async (trx) => {
    for (let number = 1; number <= tasks; number += 1) {
      await sql`insert into tasks (id, household_id, user_id, title, category, created_at)
        select ${newId()}, household_id, user_id, ${`Errand ${number}`}, 'Household', '2026-11-27T00:00:00.000Z'
        from household_members where role = 'owner'`.execute(trx);
    }
  });
  return { folder, file, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
}
