import type { Kysely, Transaction } from "kysely";
import { nowIso } from "#app/domain/core/time.ts";
import type { Database, ProfileRole } from "#db/schema.ts";
import { accountRenamed, profileSaved } from "../events.server.ts";
import { findPerson } from "../users.server.ts";
import { accountName } from "./person-name.ts";

interface Profile {
  firstName: string | null;
  lastName: string | null;
  role: ProfileRole;
  /** IANA name, or null while unknown. */
  timeZone: string | null;
}

export async function findProfile(db: Kysely<Database>, userId: string): Promise<Profile> {
  return db
    .selectFrom("profiles")
    .select(["first_name as firstName", "last_name as lastName", "role", "time_zone as timeZone"])
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
}

/** Tasks keep the time zone in which they were entered; the daily summary uses the new one. */
export async function saveProfile(
  db: Kysely<Database>,
  userId: string,
  { timeZone, ...names }: Profile & { timeZone: string },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const now = nowIso();
    await saveNames(trx, userId, names, now);
    await trx
      .updateTable("profiles")
      .set({ time_zone: timeZone })
      .where("id", "=", userId)
      .execute();
    await profileSaved.announce(trx, { userId, timeZone }, now);
  });
}

export async function saveNameAndRole(
  db: Kysely<Database>,
  userId: string,
  names: Omit<Profile, "timeZone">,
): Promise<void> {
  await db.transaction().execute((trx) => saveNames(trx, userId, names, nowIso()));
}

async function saveNames(
  trx: Transaction<Database>,
  userId: string,
  { firstName, lastName, role }: Omit<Profile, "timeZone">,
  now: string,
): Promise<void> {
  const before = await findPerson(trx, userId);
  await trx
    .updateTable("profiles")
    .set({ first_name: firstName, last_name: lastName, role, updated_at: now })
    .where("id", "=", userId)
    .execute();
  const to = accountName({ ...before, firstName });
  await accountRenamed.announce(trx, { userId, from: accountName(before), to }, now);
}
