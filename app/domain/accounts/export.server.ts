import type { Kysely } from "kysely";
import { nowIso } from "#app/domain/time.ts";
import type { Database } from "#db/schema.ts";

interface Viewer {
  userId: string;
  householdId: string;
}

/** All that is kept of somebody and their household, but for what only the server needs (hashes, links); instants in UTC. */
export async function exportAccount(db: Kysely<Database>, { userId, householdId }: Viewer) {
  const account = db.selectFrom("users").select(["id", "email", "email_verified_at", "created_at"]);
  const profile = db.selectFrom("profiles").selectAll().where("id", "=", userId);
  const preferences = db.selectFrom("user_preferences").selectAll().where("user_id", "=", userId);
  const sessions = db.selectFrom("sessions").select(["device", "created_at", "last_used_at"]);
  const members = db
    .selectFrom("household_members as member")
    .innerJoin("profiles", "profiles.id", "member.user_id")
    .select(["member.role", "member.joined_at", "profiles.first_name", "profiles.last_name"]);
  const invitations = db
    .selectFrom("family_invitations")
    .select(["invitee_email", "status", "created_at", "expires_at"]);
  const deliveries = db
    .selectFrom("deliveries")
    .select(["kind", "channel", "state", "reason", "due_at", "created_at", "ended_at"]);
  const signIn = db
    .selectFrom("google_accounts")
    .select(["email", "scope", "created_at"])
    .where("user_id", "=", userId);
  const calendar = db
    .selectFrom("calendar_connections")
    .select(["email", "calendar_id", "calendar_name", "connected_at", "last_saved_at"])
    .where("user_id", "=", userId);
  const entries = db
    .selectFrom("calendar_entries")
    .select(["task_id", "event_id", "calendar_id", "is_followed", "created_at"])
    .where("user_id", "=", userId);
  const calendarFeed = db.selectFrom("calendar_feeds").select(["categories", "created_at", "changed_at"]);
  const verifications = db
    .selectFrom("email_verifications")
    .select(["email", "previous_email", "requested_at", "confirmed_at"])
    .where("user_id", "=", userId);
  const resets = db.selectFrom("password_resets").select(["requested_at", "used_at"]).where("user_id", "=", userId);
  const ofHousehold = <Table extends "tasks" | "family_members">(table: Table) =>
    db
      .selectFrom(table as "tasks")
      .selectAll()
      .where("household_id", "=", householdId)
      .orderBy("id")
      .execute();
  const tasksOfHousehold = db.selectFrom("tasks").select("id").where("household_id", "=", householdId);
  const delegations = db
    .selectFrom("delegations")
    .select(["id", "task_id", "asked_by", "family_member_id", "delegate_name", "method", "state", "answer", "line"])
    .select(["assignee_before", "asked_at", "answered_at", "done_at", "ended_at"])
    .where("task_id", "in", tasksOfHousehold);
  const readings = db.selectFrom("due_readings").selectAll().where("task_id", "in", tasksOfHousehold);
  return {
    exported_at: nowIso(),
    account: await account.where("id", "=", userId).executeTakeFirstOrThrow(),
    profile: await profile.executeTakeFirstOrThrow(),
    preferences: await preferences.executeTakeFirstOrThrow(),
    household_members: await members.where("member.household_id", "=", householdId).execute(),
    family_members: await ofHousehold("family_members"),
    family_invitations: await invitations.where("household_id", "=", householdId).execute(),
    tasks: await ofHousehold("tasks"),
    due_readings: await readings.orderBy("task_id").execute(),
    delegations: await delegations.orderBy("asked_at").orderBy("id").execute(),
    reminders: await db.selectFrom("reminders").selectAll().where("user_id", "=", userId).orderBy("id").execute(),
    deliveries: await deliveries.where("user_id", "=", userId).orderBy("created_at").execute(),
    opt_outs: await findOptOuts(db, { userId, householdId }),
    google_account: (await signIn.executeTakeFirst()) ?? null,
    google_calendar: (await calendar.executeTakeFirst()) ?? null,
    calendar_entries: await entries.orderBy("id").execute(),
    calendar_feed: (await calendarFeed.where("user_id", "=", userId).executeTakeFirst()) ?? null,
    sessions: await sessions.where("user_id", "=", userId).execute(),
    email_verifications: await verifications.orderBy("requested_at").execute(),
    sign_in_resets: await resets.orderBy("requested_at").execute(),
  };
}

/** The addresses among their own and the family's that nothing goes to. */
function findOptOuts(db: Kysely<Database>, { userId, householdId }: Viewer) {
  const family = db.selectFrom("family_members").where("household_id", "=", householdId);
  const own = db.selectFrom("user_preferences").select("phone_number").where("user_id", "=", userId);
  return db
    .selectFrom("opt_outs")
    .selectAll()
    .where(({ eb, or, selectFrom }) =>
      or([
        eb("address", "in", selectFrom("users").select("email").where("id", "=", userId)),
        eb("address", "in", own.$castTo<{ phone_number: string }>()),
        eb("address", "in", family.select("phone").$castTo<{ phone: string }>()),
        eb("address", "in", family.select("email").$castTo<{ email: string }>()),
      ]),
    )
    .orderBy("address")
    .execute();
}
