import type { Kysely } from "kysely";
import { wantedChannels } from "#app/domain/outbox/channels/wanted-channels.ts";
import type { DeliveryAlert } from "#app/domain/outbox/views/alert-words.ts";
import { findAlerts, type Reader } from "#app/domain/outbox/views/alerts.server.ts";
import type { Channel, Database } from "#db/schema.ts";

/** What keeps messages from the viewer, and what they can do about it. */
export async function findOwnAlerts(
  db: Kysely<Database>,
  viewer: { userId: string; householdRole: "owner" | "member" },
  isSetUp: (channel: Channel) => boolean,
): Promise<DeliveryAlert[]> {
  const person = await findPerson(db, viewer.userId);
  const channels: Channel[] = wantedChannels(person);
  if (person.isConnected) channels.push("calendar");
  const reader: Reader = {
    userId: viewer.userId,
    email: person.email,
    phoneNumber: person.phone_number,
    isOwner: viewer.householdRole === "owner",
    channels,
    calendarAlert: calendarAlerts[person.problem ?? "none"],
    isWaiting: Boolean(person.isWaiting),
  };
  return findAlerts(db, reader, isSetUp);
}

const calendarAlerts = { none: null, grant_gone: "grant gone", calendar_gone: "calendar gone" } as const;

function findPerson(db: Kysely<Database>, userId: string) {
  return db
    .selectFrom("user_preferences as preferences")
    .innerJoin("users", "users.id", "preferences.user_id")
    .leftJoin("calendar_connections as connection", (join) =>
      join.onRef("connection.user_id", "=", "users.id").on("preferences.google_calendar_enabled", "=", 1),
    )
    .select(["sms_enabled", "whatsapp_enabled", "email_enabled", "phone_number", "users.email"])
    .select(["connection.user_id as isConnected", "connection.problem"])
    .select(({ exists, or, eb, selectFrom }) =>
      or([
        eb("preferences.daily_summary_enabled", "=", 1),
        exists(
          selectFrom("reminders")
            .select("reminders.id")
            .where("reminders.user_id", "=", userId)
            .where("reminders.status", "=", "pending"),
        ),
      ]).as("isWaiting"),
    )
    .where("preferences.user_id", "=", userId)
    .executeTakeFirstOrThrow();
}
