import type { Kysely } from "kysely";
import { channelFacts } from "#app/channels.ts";
import { formatPhoneNumber } from "#app/domain/core/phone.server.ts";
import { textChannels } from "#app/domain/core/text-channels.ts";
import { earlierBy, nowIso } from "#app/domain/core/time.ts";
import type { Channel, Database, OptOutCause } from "#db/schema.ts";
import { compileOnce } from "#db/sql/compile-once.ts";
import { opaque } from "#db/sql/values.ts";
import { asAdded } from "#db/sql/as-added.ts";
import { findOptedOut } from "../channels/opt-outs.server.ts";
import { listDevices } from "../channels/push/devices.server.ts";
import type { Reason } from "../reasons.ts";
import { groupOf } from "../state.ts";
import { alertInWords, type AlertType, type DeliveryAlert } from "./alert-words.ts";

const noProvider: Reason = "no_provider";
const optedOut: Reason = "opted_out";
const limits: readonly Reason[] = ["limit", "own_limit"];
const isLimit = (failure: string | undefined) => limits.some((limit) => limit === failure);
const secondsUntilNoticed = 60;

export interface Reader {
  userId: string;
  addressOf: (channel: Channel) => string | null;
  isOwner: boolean;
  channels: Channel[];
  calendarAlert: AlertType | null;
  isWaiting: () => Promise<boolean>;
}

/** Reports a missing provider only once there is, or was, something to send. */
export async function findAlerts(
  db: Kysely<Database>,
  reader: Reader,
  isSetUp: (channel: Channel) => boolean,
  now: string = nowIso(),
): Promise<DeliveryAlert[]> {
  const { channels, addressOf, isOwner } = reader;
  if (channels.length === 0) return [];
  const pauses = await listPauses(db, reader.userId);
  const paused = pauses
    .filter(({ reason }) => reason === "misconfigured")
    .map(({ channel }) => channel);
  const limited = pauses.length > paused.length ? await findLimited(db, reader.userId, now) : [];
  const failures = await findLatestFailures(db, reader.userId, now);
  const devices = channels.includes("push") ? await listDevices(db, [reader.userId]) : [];
  const refusing = devices.length > 0 ? await findRefusingDevices(db, reader.userId) : [];
  const isWaiting = !channels.every(isSetUp) && (await reader.isWaiting());
  const addresses = channels.flatMap((channel) => addressOf(channel) ?? []);
  const optOuts = await findOptedOut(db, addresses);
  const typeOf = (channel: Channel): AlertType | null => {
    const isCalendar = channel === "calendar";
    const failure = failures.get(channel);
    if (channel === "push") return pushAlert(devices, refusing, failure);
    if (!isSetUp(channel))
      return !isCalendar && (isWaiting || failure === noProvider) ? "no provider" : null;
    if (paused.includes(channel)) return "paused";
    if (limited.includes(channel)) return "rate limited";
    if (isCalendar) return reader.calendarAlert;
    return addressAlert(optOuts.get(addressOf(channel) ?? ""), failure);
  };
  return channels.flatMap((channel) => {
    const type = typeOf(channel);
    const address =
      type === "device refuses" ? refusing.join(", ") : shownAddress(channel, addressOf(channel));
    return type ? [alertInWords({ type, channel, address, isOwner })] : [];
  });
}

function pushAlert(
  devices: readonly unknown[],
  refusing: readonly string[],
  failure: string | undefined,
): AlertType | null {
  if (devices.length === 0) return "no device";
  if (isLimit(failure)) return "limit";
  return refusing.length > 0 ? "device refuses" : null;
}

function addressAlert(
  optOut: OptOutCause | undefined,
  failure: string | undefined,
): AlertType | null {
  if (isLimit(failure)) return "limit";
  // Postmark keeps its own list of bounced addresses and refuses even a test.
  if (optOut === "asked" || (optOut && failure === optedOut)) return "opted out";
  return optOut || failure?.startsWith("bad_") ? "unreachable" : null;
}

/** Shows no topics or chats, which are secrets, or mean nothing to people. */
function shownAddress(channel: Channel, address: string | null): string {
  if (textChannels.includes(channel)) return formatPhoneNumber(address ?? "");
  return channel === "email" ? (address ?? "") : channelFacts[channel].nameInSentence;
}

const listPauses = compileOnce((db, userId: string) =>
  db
    .selectFrom("channel_pauses")
    .select(["channel", "reason"])
    .where("reason", "in", ["misconfigured", "rate_limit"])
    .where(({ eb, or }) => or([eb("user_id", "is", null), eb("user_id", "=", opaque(userId))])),
);

/**
 * Reports a pause only if the user's messages have waited for a while: most pauses last seconds.
 */
async function findLimited(db: Kysely<Database>, userId: string, now: string): Promise<Channel[]> {
  const waiting = await db
    .selectFrom("deliveries")
    .innerJoin("channel_pauses", "channel_pauses.channel", "deliveries.channel")
    .select("deliveries.channel")
    .distinct()
    .where("deliveries.user_id", "=", userId)
    .where(({ eb, or }) =>
      or([eb("channel_pauses.user_id", "is", null), eb("channel_pauses.user_id", "=", userId)]),
    )
    .where("state", "=", "ready")
    .where("not_before", "<=", earlierBy(now, { seconds: secondsUntilNoticed }))
    .where("channel_pauses.reason", "=", "rate_limit")
    .execute();
  return waiting.map(({ channel }) => channel);
}

/** Returns the reason by channel, or "" where the latest message arrived. */
async function findLatestFailures(
  db: Kysely<Database>,
  userId: string,
  now: string,
): Promise<Map<Channel, string>> {
  const rows = await listLatest(db, userId, earlierBy(now, { hours: 24 }));
  const latest = new Map<Channel, string>();
  for (const { channel, state, reason } of rows) {
    const why = groupOf[state] === "sent" ? "" : (reason ?? "");
    if (!latest.has(channel)) latest.set(channel, why.startsWith("bad_former_") ? "" : why);
  }
  return latest;
}

const listLatest = compileOnce((db, userId: string, limitedSince: string) =>
  db
    .selectFrom("deliveries")
    .select(["channel", "state", "reason"])
    .where("user_id", "=", opaque(userId))
    .where("is_own", "=", 1)
    .where(({ eb, or }) =>
      or([
        eb("state", "in", ["sent", "delivered", "undelivered", "failed"]),
        eb("reason", "=", opaque(noProvider)),
        eb.and([
          eb(
            "reason",
            "in",
            limits.map((limit) => opaque(limit)),
          ),
          eb("ended_at", ">", opaque(limitedSince)),
        ]),
      ]),
    )
    .orderBy("created_at", "desc")
    .orderBy(asAdded("deliveries"), "desc")
    .limit(20),
);

const refused: Reason = "refused";

/** Returns the names of the user's devices whose push service refused the latest message. */
async function findRefusingDevices(db: Kysely<Database>, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("deliveries")
    .innerJoin("push_devices", "push_devices.id", "deliveries.device_id")
    .select(["push_devices.id", "push_devices.name", "deliveries.state", "deliveries.reason"])
    .where("deliveries.user_id", "=", userId)
    .where("deliveries.state", "in", ["sent", "failed"])
    .orderBy("deliveries.created_at", "desc")
    .orderBy(asAdded("deliveries"), "desc")
    .limit(50)
    .execute();
  const latest = new Map(rows.toReversed().map((row) => [row.id, row]));
  return [...latest.values()].flatMap(({ name, state, reason }) =>
    state === "failed" && reason === refused ? name : [],
  );
}
