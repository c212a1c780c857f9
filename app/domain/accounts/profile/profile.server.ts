import type { Kysely, Transaction } from "kysely";
import { compileOnce } from "#db/sql/compile-once.ts";
import { nowIso } from "#app/domain/core/time.ts";
import type { Bit, Database, ProfileRole } from "#db/schema.ts";
import type { HomeView } from "#app/domain/core/limits.ts";
import { accountRenamed, profileSaved } from "../events.server.ts";
import { findPerson } from "../users.server.ts";
import { accountName } from "./person-name.ts";

interface Profile {
  firstName: string | null;
  lastName: string | null;
  role: ProfileRole;
  /** IANA name, or null while unknown. */
  timeZone: string | null;
  /** The day on which weeks begin: 0 is Sunday, 1 is Monday. */
  weekStart: Bit;
}

type Names = Pick<Profile, "firstName" | "lastName" | "role">;

export async function findProfile(db: Kysely<Database>, userId: string): Promise<Profile> {
  return db
    .selectFrom("profiles")
    .select(["first_name as firstName", "last_name as lastName", "role", "time_zone as timeZone"])
    .select("week_start as weekStart")
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
}

export async function findWeekStart(db: Kysely<Database>, userId: string): Promise<Bit> {
  const [profile] = await listWeekStarts(db, userId);
  return profile?.week_start ?? 0;
}

const listWeekStarts = compileOnce((db, userId: string) =>
  db.selectFrom("profiles").select("week_start").where("id", "=", userId),
);

export async function findHomeView(db: Kysely<Database>, userId: string): Promise<HomeView> {
  const [profile] = await listHomeViews(db, userId);
  return profile?.home_view ?? "area";
}

const listHomeViews = compileOnce((db, userId: string) =>
  db.selectFrom("profiles").select("home_view").where("id", "=", userId),
);

export async function saveHomeView(
  db: Kysely<Database>,
  userId: string,
  view: HomeView,
): Promise<void> {
  await db.updateTable("profiles").set({ home_view: view }).where("id", "=", userId).execute();
}

/** Tasks keep the time zone in which they were entered; the daily summary uses the new one. */
export async function saveProfile(
  db: Kysely<Database>,
  userId: string,
  { timeZone, weekStart, ...names }: Names & { timeZone: string; weekStart?: Bit | undefined },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const now = nowIso();
    await saveNames(trx, userId, names, now);
    await trx
      .updateTable("profiles")
      .set({ time_zone: timeZone, week_start: weekStart })
      .where("id", "=", userId)
      .execute();
    await profileSaved.announce(trx, { userId, timeZone }, now);
  });
}

export async function saveNameAndRole(
  db: Kysely<Database>,
  userId: string,
  names: Names,
): Promise<void> {
  await db.transaction().execute((trx) => saveNames(trx, userId, names, nowIso()));
}

async function saveNames(
  trx: Transaction<Database>,
  userId: string,
  { firstName, lastName, role }: Names,
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
