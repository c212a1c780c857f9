import type { Kysely } from "kysely";
import { showPhoneNumber } from "#app/domain/core/phone.server.ts";
import type { Channel, Database } from "#db/schema.ts";
import { ownKinds } from "../own-message-types.ts";
import type { Reason } from "../reasons.ts";
import { type Trouble, type TroubleKind, troubleInWords } from "./alert-words.ts";
import { wantedChannels } from "../channels/wanted-channels.ts";

const noProvider: Reason = "no_provider";
const optedOut: Reason = "opted_out";

interface Viewer {
  userId: string;
  householdRole: "owner" | "member";
}

/**
 * What keeps messages from somebody, with what they can do about it: by the channels that they want only, and each
 * gone when it is mended. That nothing is set up to send with counts once there is, or was, something to send.
 */
export async function findTroubles(
  db: Kysely<Database>,
  viewer: Viewer,
  isSetUp: (channel: Channel) => boolean,
): Promise<Trouble[]> {
  const person = await findPerson(db, viewer.userId);
  const channels: Channel[] = wantedChannels(person);
  if (person.is_connected) channels.push("calendar");
  if (channels.length === 0) return [];
  const paused = await db
    .selectFrom("channel_pauses")
    .select("channel")
    .where("reason", "=", "misconfigured")
    .where("channel", "in", channels)
    .execute();
  const latest = await latestStates(db, viewer.userId);
  const kindOf = (channel: Channel): TroubleKind | null => {
    if (channel === "calendar" && !isSetUp(channel)) return null;
    if (!isSetUp(channel)) return person.is_waiting || latest.get(channel) === noProvider ? "no provider" : null;
    if (paused.some((pause) => pause.channel === channel)) return "paused";
    if (channel === "calendar") return calendarTroubles[person.calendar_problem ?? "none"];
    const optOut = channel === "email" ? person.email_opt_out : person.phone_opt_out;
    // What bounced is on Postmark's own list of what is not sent to, and a test is refused by it.
    if (optOut === "asked" || (optOut && latest.get(channel) === optedOut)) return "opted out";
    if (optOut) return "unreachable";
    return latest.get(channel)?.startsWith("bad_") ? "unreachable" : null;
  };
  return channels.flatMap((channel) => {
    const kind = kindOf(channel);
    const address = channel === "email" ? person.email : showPhoneNumber(person.phone_number ?? "");
    return kind ? [troubleInWords({ kind, channel, address, isOwner: viewer.householdRole === "owner" })] : [];
  });
}

const calendarTroubles = { none: null, grant_gone: "grant gone", calendar_gone: "calendar gone" } as const;

async function findPerson(db: Kysely<Database>, userId: string) {
  return db
    .selectFrom("user_preferences as preferences")
    .innerJoin("users", "users.id", "preferences.user_id")
    .leftJoin("opt_outs as phone_opt_outs", "phone_opt_outs.address", "preferences.phone_number")
    .leftJoin("opt_outs as email_opt_outs", "email_opt_outs.address", "users.email")
    .leftJoin("calendar_connections as connection", (join) =>
      join.onRef("connection.user_id", "=", "users.id").on("preferences.google_calendar_enabled", "=", 1),
    )
    .select(["sms_enabled", "whatsapp_enabled", "email_enabled", "phone_number", "users.email"])
    .select(["connection.user_id as is_connected", "connection.problem as calendar_problem"])
    .select(["phone_opt_outs.cause as phone_opt_out", "email_opt_outs.cause as email_opt_out"])
    .select(({ exists, or, eb, selectFrom }) =>
      or([
        eb("preferences.daily_summary_enabled", "=", 1),
        exists(
          selectFrom("reminders")
            .select("reminders.id")
            .where("reminders.user_id", "=", userId)
            .where("reminders.status", "=", "pending"),
        ),
      ]).as("is_waiting"),
    )
    .where("preferences.user_id", "=", userId)
    .executeTakeFirstOrThrow();
}

/** Why the last message of each channel to the user themselves did not arrive; nothing for one that did. */
async function latestStates(db: Kysely<Database>, userId: string): Promise<Map<Channel, string>> {
  const rows = await db
    .selectFrom("deliveries")
    .select(["channel", "state", "reason"])
    .where("user_id", "=", userId)
    .where("kind", "in", ownKinds)
    .where(({ eb, or }) =>
      or([eb("state", "in", ["sent", "delivered", "undelivered", "failed"]), eb("reason", "=", noProvider)]),
    )
    .orderBy("created_at", "desc")
    .limit(20)
    .execute();
  const latest = new Map<Channel, string>();
  for (const { channel, state, reason } of rows) {
    const why = state === "sent" || state === "delivered" ? "" : (reason ?? "");
    if (!latest.has(channel)) latest.set(channel, why.startsWith("bad_former_") ? "" : why);
  }
  return latest;
}
