import type { Selectable, Transaction } from "kysely";
import { laterBy } from "#app/domain/core/time.ts";
import type { Channel, Database } from "#db/schema.ts";
import { maxWaitSeconds, type Result } from "../result.ts";
import { deletePauses } from "./end-pause.server.ts";

export const longestPauseSeconds = 600;
const minWaitSeconds = 2;
/** A provider that asks for more would refuse the message that is tried next as well. */
const momentSeconds = 30;

/** Ends a pause only for a message claimed after the pause began; earlier ones prove nothing. */
export async function endPauses(trx: Transaction<Database>, results: readonly Result[]): Promise<void> {
  const accepted = results.filter(({ outcome }) => outcome.status === "sent");
  for (const [channel, some] of Map.groupBy(accepted, ({ delivery }) => delivery.channel)) {
    const pause = await findPause(trx, channel);
    if (pause && some.some((result) => isProbe(result, pause))) await deletePauses(trx, [channel]);
  }
}

export async function pauseChannels(
  trx: Transaction<Database>,
  results: readonly Result[],
  now: string,
): Promise<void> {
  for (const result of results) {
    const refusal = readRefusal(result);
    if (refusal) await pauseChannel(trx, result, refusal, now);
  }
}

type Pause = Selectable<Database["channel_pauses"]>;

interface Refusal {
  reason: string;
  waitSeconds: (refusals: number) => number;
}

function readRefusal({ delivery, outcome }: Result): Refusal | null {
  // Each device has a push service of its own choice, which must not stop the others.
  if (delivery.channel === "push") return null;
  if (outcome.status === "misconfigured") return { reason: "misconfigured", waitSeconds: () => longestPauseSeconds };
  if (outcome.status !== "later" || !outcome.isRateLimit) return null;
  const asked = Math.min(Math.ceil(outcome.retryAfterSeconds ?? 0), maxWaitSeconds);
  return {
    reason: "rate_limit",
    waitSeconds: (refusals) => Math.max(asked, Math.min(minWaitSeconds * 2 ** (refusals - 1), maxWaitSeconds)),
  };
}

/** Messages that were in flight together count as refused once. */
async function pauseChannel(
  trx: Transaction<Database>,
  result: Result,
  { reason, waitSeconds }: Refusal,
  now: string,
): Promise<void> {
  const { channel } = result.delivery;
  const pause = await findPause(trx, channel);
  const isNew = !pause || isProbe(result, pause);
  const before = pause?.refusals ?? 0;
  const seconds = waitSeconds(before + (isNew ? 1 : 0));
  const refusals = Math.max(before + (isNew ? 1 : 0), seconds > momentSeconds ? 2 : 1);
  const asked = laterBy(now, { seconds });
  const until = isNew || pause.until < asked ? asked : pause.until;
  await trx
    .insertInto("channel_pauses")
    .values({ channel, reason, refusals, paused_at: now, until })
    .onConflict((conflict) => conflict.column("channel").doUpdateSet({ reason, refusals, until }))
    .execute();
}

function isProbe({ delivery }: Result, { paused_at: pausedAt }: Pause): boolean {
  return delivery.claimed_at !== null && delivery.claimed_at > pausedAt;
}

function findPause(trx: Transaction<Database>, channel: Channel) {
  return trx.selectFrom("channel_pauses").selectAll().where("channel", "=", channel).executeTakeFirst();
}
