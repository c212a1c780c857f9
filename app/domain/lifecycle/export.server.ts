import type { Kysely } from "kysely";
import { listOptOuts } from "#app/domain/outbox/channels/opt-outs.server.ts";
import { exportDeliveries } from "#app/domain/outbox/views/about-subject.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";

interface Viewer {
  userId: string;
  householdId: string;
}

type Question = (db: Kysely<Database>, viewer: Viewer) => Promise<unknown>;

/** By the keys of the file, in its order. */
const questions: Record<string, Question> = {
  account: (db, { userId }) =>
    db
      .selectFrom("users")
      .select(["id", "email", "email_verified_at", "created_at"])
      .where("id", "=", userId)
      .executeTakeFirstOrThrow(),
  profile: (db, { userId }) => db.selectFrom("profiles").selectAll().where("id", "=", userId).executeTakeFirstOrThrow(),
  preferences: (db, { userId }) =>
    db.selectFrom("user_preferences").selectAll().where("user_id", "=", userId).executeTakeFirstOrThrow(),
  household_members: (db, { householdId }) =>
    db
      .selectFrom("household_members as member")
      .innerJoin("profiles", "profiles.id", "member.user_id")
      .select(["member.role", "member.joined_at", "profiles.first_name", "profiles.last_name"])
      .where("member.household_id", "=", householdId)
      .execute(),
  family_members: (db, { householdId }) =>
    db.selectFrom("family_members").selectAll().where("household_id", "=", householdId).orderBy("id").execute(),
  family_invitations: (db, { householdId }) =>
    db
      .selectFrom("family_invitations")
      .select(["invitee_email", "status", "created_at", "expires_at"])
      .where("household_id", "=", householdId)
      .execute(),
  tasks: (db, { householdId }) =>
    db.selectFrom("tasks").selectAll().where("household_id", "=", householdId).orderBy("id").execute(),
  due_readings: (db, viewer) =>
    db
      .selectFrom("due_readings")
      .selectAll()
      .where("task_id", "in", tasksOfHousehold(db, viewer))
      .orderBy("task_id")
      .execute(),
  delegations: (db, viewer) =>
    db
      .selectFrom("delegations")
      .select(["id", "task_id", "asked_by", "family_member_id", "delegate_name", "method", "state", "answer", "line"])
      .select(["assignee_before", "asked_at", "answered_at", "done_at", "ended_at"])
      .where("task_id", "in", tasksOfHousehold(db, viewer))
      .orderBy("asked_at")
      .orderBy("id")
      .execute(),
  reminders: (db, { userId }) =>
    db.selectFrom("reminders").selectAll().where("user_id", "=", userId).orderBy("id").execute(),
  deliveries: (db, { userId }) => exportDeliveries(db, userId),
  opt_outs: findOptOuts,
  google_account: (db, { userId }) =>
    db
      .selectFrom("google_accounts")
      .select(["email", "scope", "created_at"])
      .where("user_id", "=", userId)
      .executeTakeFirst(),
  google_calendar: (db, { userId }) =>
    db
      .selectFrom("calendar_connections")
      .select(["email", "calendar_id", "calendar_name", "connected_at", "last_saved_at"])
      .where("user_id", "=", userId)
      .executeTakeFirst(),
  calendar_entries: (db, { userId }) =>
    db
      .selectFrom("calendar_entries")
      .select(["task_id", "event_id", "calendar_id", "is_followed", "created_at"])
      .where("user_id", "=", userId)
      .orderBy("id")
      .execute(),
  calendar_feed: (db, { userId }) =>
    db
      .selectFrom("calendar_feeds")
      .select(["categories", "created_at", "changed_at"])
      .where("user_id", "=", userId)
      .executeTakeFirst(),
  sessions: (db, { userId }) =>
    db.selectFrom("sessions").select(["device", "created_at", "last_used_at"]).where("user_id", "=", userId).execute(),
  email_verifications: (db, { userId }) =>
    db
      .selectFrom("email_verifications")
      .select(["email", "previous_email", "requested_at", "confirmed_at"])
      .where("user_id", "=", userId)
      .orderBy("requested_at")
      .execute(),
  sign_in_resets: (db, { userId }) =>
    db
      .selectFrom("password_resets")
      .select(["requested_at", "used_at"])
      .where("user_id", "=", userId)
      .orderBy("requested_at")
      .execute(),
};

/** All that is kept of somebody and their household, but for what only the server needs (hashes, links); instants in UTC. */
export async function exportAccount(db: Kysely<Database>, viewer: Viewer): Promise<Record<string, unknown>> {
  const file: Record<string, unknown> = { exported_at: nowIso() };
  for (const [key, find] of Object.entries(questions)) file[key] = (await find(db, viewer)) ?? null;
  return file;
}

function tasksOfHousehold(db: Kysely<Database>, { householdId }: Viewer) {
  return db.selectFrom("tasks").select("id").where("household_id", "=", householdId);
}

/** The addresses among their own and the family's that nothing goes to. */
async function findOptOuts(db: Kysely<Database>, { userId, householdId }: Viewer) {
  const own = await db
    .selectFrom("users")
    .innerJoin("user_preferences as preferences", "preferences.user_id", "users.id")
    .select(["email", "phone_number as phone"])
    .where("users.id", "=", userId)
    .execute();
  const family = await db
    .selectFrom("family_members")
    .select(["email", "phone"])
    .where("household_id", "=", householdId)
    .execute();
  const addresses = [...own, ...family].flatMap(({ email, phone }) => [email, phone]);
  return listOptOuts(
    db,
    addresses.filter((address) => address !== null),
  );
}
