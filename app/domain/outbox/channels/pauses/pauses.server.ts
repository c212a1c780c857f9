import type { ExpressionBuilder, Selectable, Transaction } from "kysely";
import { channelFacts } from "#app/channels.ts";
import { idList } from "#db/sql/values.ts";
import { earlierBy, laterBy } from "#app/domain/core/time.ts";
import type { Channel, Database } from "#db/schema.ts";
import type { Outbox } from "#app/domain/outbox/message-type.ts";
import { maxWaitSeconds, type Result } from "../result.ts";
import { deletePause } from "./end-pause.server.ts";

export const longestPauseSeconds = 600;
const minWaitSeconds = 2;
/** If a provider asks for a longer wait, it would also refuse the next message. */
const momentSeconds = 30;

/**
 * Ends a pause only for a message that was claimed after the pause began; earlier ones prove
 * nothing.
 */
export async function endPauses(
  trx: Transaction<Database>,
  results: readonly Result[],
): Promise<void> {
  const accepted = results.filter(({ outcome }) => outcome.status === "sent");
  for (const [channel, some] of Map.groupBy(accepted, ({ delivery }) => delivery.channel)) {
    const userIds = [...new Set(some.map(({ delivery }) => delivery.user_id))];
    const pauses = await trx
      .selectFrom("channel_pauses")
      .selectAll()
      .where("channel", "=", channel)
      .where(({ eb, or }) => or([eb("user_id", "is", null), eb("user_id", "in", idList(userIds))]))
      .execute();
    for (const pause of pauses)
      if (some.some((result) => isProbe(result, pause)))
        await deletePause(trx, channel, pause.user_id);
    if (channelFacts[channel].limitsEachUser) await noteOthersAccepted(trx, channel, userIds, some);
  }
}

async function noteOthersAccepted(
  trx: Transaction<Database>,
  channel: Channel,
  userIds: string[],
  accepted: readonly Result[],
): Promise<void> {
  const [latest] = accepted
    .flatMap(({ delivery }) => delivery.claimed_at ?? [])
    .toSorted((a, b) => (a < b ? 1 : -1));
  if (latest === undefined) return;
  await trx
    .updateTable("channel_pauses")
    .set({ others_accepted: 1 })
    .where("channel", "=", channel)
    .where("user_id", "is not", null)
    .where("user_id", "not in", idList(userIds))
    .where("others_accepted", "=", 0)
    .where("paused_at", "<", latest)
    .execute();
}

export async function pauseChannels(
  trx: Transaction<Database>,
  people: Outbox["people"],
  results: readonly Result[],
  now: string,
): Promise<void> {
  for (const result of results) {
    const refusal = readRefusal(result);
    if (refusal) await pauseFor(trx, people, { result, refusal }, now);
  }
}

type Pause = Selectable<Database["channel_pauses"]>;

interface Refusal {
  reason: "misconfigured" | "rate_limit";
  waitSeconds: (refusals: number) => number;
}

interface Refused {
  result: Result;
  refusal: Refusal;
}

function readRefusal({ delivery, outcome }: Result): Refusal | null {
  // Each device has a push service of its own, which must not stop the others.
  if (delivery.channel === "push") return null;
  if (outcome.status === "misconfigured")
    return { reason: "misconfigured", waitSeconds: () => longestPauseSeconds };
  if (outcome.status !== "later" || !outcome.isRateLimit) return null;
  const asked = Math.min(Math.ceil(outcome.retryAfterSeconds ?? 0), maxWaitSeconds);
  return {
    reason: "rate_limit",
    waitSeconds: (refusals) =>
      Math.max(asked, Math.min(minWaitSeconds * 2 ** (refusals - 1), maxWaitSeconds)),
  };
}

/** A limit may be the user's alone, until another household's message is refused as well. */
async function pauseFor(
  trx: Transaction<Database>,
  people: Outbox["people"],
  refused: Refused,
  now: string,
): Promise<void> {
  const { channel, user_id: userId } = refused.result.delivery;
  const isForAll =
    refused.refusal.reason === "misconfigured" ||
    !channelFacts[channel].limitsEachUser ||
    (await findPause(trx, channel, null)) !== undefined;
  if (isForAll) return beginPause(trx, refused, null, now);
  await beginPause(trx, refused, userId, now);
  if (await areOthersRefused(trx, people, refused.result, now))
    await beginPause(trx, refused, null, now);
}

/** True if another household's message was refused recently, and none was accepted since. */
async function areOthersRefused(
  trx: Transaction<Database>,
  people: Outbox["people"],
  { delivery: { channel, user_id: userId } }: Result,
  now: string,
): Promise<boolean> {
  const pauses = await trx
    .selectFrom("channel_pauses")
    .select("user_id")
    .where("channel", "=", channel)
    .where("user_id", "!=", userId)
    .where("others_accepted", "=", 0)
    .where("until", ">", earlierBy(now, { seconds: maxWaitSeconds }))
    .execute();
  const others = pauses.flatMap(({ user_id }) => user_id ?? []);
  if (others.length === 0) return false;
  const members = await people.findHouseholds(trx, [userId, ...others]);
  const householdOf = new Map(members.map((member) => [member.userId, member.householdId]));
  const turnOf = (id: string) => householdOf.get(id) ?? id;
  return others.some((id) => turnOf(id) !== turnOf(userId));
}

/** Begins or extends a pause. Messages that were in flight together count as refused once. */
async function beginPause(
  trx: Transaction<Database>,
  { result, refusal: { reason, waitSeconds } }: Refused,
  userId: string | null,
  now: string,
): Promise<void> {
  const { channel } = result.delivery;
  const known = await findPause(trx, channel, userId);
  const isNew = !known || isProbe(result, known);
  const before = known?.refusals ?? 0;
  const seconds = waitSeconds(before + (isNew ? 1 : 0));
  const refusals = Math.max(before + (isNew ? 1 : 0), seconds > momentSeconds ? 2 : 1);
  const asked = laterBy(now, { seconds });
  const until = isNew || known.until < asked ? asked : known.until;
  await (
    known
      ? trx
          .updateTable("channel_pauses")
          .set({ reason, refusals, until })
          .where(isPauseOf(channel, userId))
      : trx
          .insertInto("channel_pauses")
          .values({ channel, user_id: userId, reason, refusals, paused_at: now, until })
  ).execute();
}

function isProbe({ delivery }: Result, { user_id: userId, paused_at: pausedAt }: Pause): boolean {
  const isMeant = userId === null || userId === delivery.user_id;
  return isMeant && delivery.claimed_at !== null && delivery.claimed_at > pausedAt;
}

function findPause(trx: Transaction<Database>, channel: Channel, userId: string | null) {
  return trx
    .selectFrom("channel_pauses")
    .selectAll()
    .where(isPauseOf(channel, userId))
    .executeTakeFirst();
}

function isPauseOf(channel: Channel, userId: string | null) {
  return ({ eb, and }: ExpressionBuilder<Database, "channel_pauses">) =>
    and([eb("channel", "=", channel), eb("user_id", "is", userId)]);
}
