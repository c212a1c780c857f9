import type { Kysely } from "kysely";
import { nowIso } from "#app/domain/core/time.ts";
import type { Database, ProfileRole } from "#db/schema.ts";
import { profileSaved } from "../events.server.ts";

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

/** Tasks keep the zone in which they were entered; the daily summary uses the new one. */
export async function saveProfile(
  db: Kysely<Database>,
  userId: string,
  profile: Profile & { timeZone: string },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const now = nowIso();
    await trx
      .updateTable("profiles")
      .set({
        first_name: profile.firstName,
        last_name: profile.lastName,
        role: profile.role,
        time_zone: profile.timeZone,
        updated_at: now,
      })
      .where("id", "=", userId)
      .execute();
    await profileSaved.announce(trx, { userId, timeZone: profile.timeZone }, now);
  });
}

export async function saveNameAndRole(
  db: Kysely<Database>,
  userId: string,
  { firstName, lastName, role }: Omit<Profile, "timeZone">,
): Promise<void> {
  await db
    .updateTable("profiles")
    .set({ first_name: firstName, last_name: lastName, role, updated_at: nowIso() })
    .where("id", "=", userId)
    .execute();
}
