import type { Kysely, Transaction } from "kysely";
import { limitOf } from "#app/domain/core/rate-limits/rules.server.ts";
import { earlierBy, laterBy, nowIso } from "#app/domain/core/time.ts";
import { retryAt } from "#app/domain/outbox/sending/after-sending.ts";
import { limitSettings } from "#app/services/shares.server.ts";
import { postToWebhook, type WebhookOutcome } from "#app/services/webhook.server.ts";
import type { Database } from "#db/schema.ts";
import { daysToTry } from "../limits.ts";
import { openWebhook, type SealedWebhook } from "../sealed-webhook.server.ts";
import { type Claimed, claimWebhooks, keepClaim } from "./claim.server.ts";
import { writeBody } from "./message-body.server.ts";
import {
  changeMessage,
  findNextMessage,
  findNextTime,
  type WaitingMessage,
} from "./messages.server.ts";
import { switchOff } from "./switch-off.server.ts";

export interface Settings {
  encryptionKey: string;
  /** Servers inside the network, or on plain HTTP. */
  trustedHosts: readonly string[];
}

const webhooksAtOnce = 50;
/** Then the households that wait have their turns. */
const messagesATurn = 20;
/** Shorter than a claim, after which another worker may send the message. */
const startWithinMs = 20_000;

const secondsAfterRefusal = 5;
const minutesOverLimit = 5;

/** Creates a sender, whose requests do not delay the caller. `end` waits for those under way. */
export function createWebhookSender(db: Kysely<Database>, settings: Settings, onError: OnError) {
  const stopping = new AbortController();
  const { signal } = stopping;
  const turns = new Set<Promise<void>>();
  return {
    send: async (now: string) => {
      const claimed = await claimWebhooks(db, { atMost: webhooksAtOnce - turns.size, now });
      for (const webhook of claimed) {
        const turn = takeTurn(db, webhook, { ...settings, signal })
          // The claim ends, and another turn begins with the same message.
          .catch(onError)
          .finally(() => turns.delete(turn));
        turns.add(turn);
      }
    },
    end: async () => {
      stopping.abort();
      await Promise.all(turns);
    },
    /** Waits until no request is under way. */
    idle: async () => {
      await Promise.all(turns);
    },
  };
}

type OnError = (error: unknown) => void;
type About = Settings & { signal: AbortSignal };

async function takeTurn(db: Kysely<Database>, claimed: Claimed, about: About): Promise<void> {
  let webhook = claimed;
  if (await isOverLimit(db, webhook, nowIso())) return waitForShare(db, webhook, nowIso());
  for (let left = messagesATurn; left > 0; left -= 1) {
    const next = await takeNext(db, webhook, nowIso(), about);
    if (next.type === "lost") return;
    webhook = next.webhook;
    if (next.type === "none") break;
    if (next.type === "message" && !(await sendOne(db, next, about))) return;
  }
  await db.transaction().execute(async (trx) => {
    const kept = await keepClaim(trx, webhook, nowIso());
    if (kept) await release(trx, kept);
  });
}

interface Taken {
  webhook: Claimed;
  sealed: SealedWebhook;
  message: WaitingMessage;
  body: string;
}

type Next =
  | ({ type: "message" } & Taken)
  | { type: "none" | "left_out"; webhook: Claimed }
  | { type: "lost" };

/** Counts the attempt before it begins, so that a later change gets a message of its own. */
async function takeNext(
  db: Kysely<Database>,
  claimed: Claimed,
  now: string,
  { encryptionKey, signal }: About,
): Promise<Next> {
  return db.transaction().execute(async (trx): Promise<Next> => {
    const webhook = await keepClaim(trx, claimed, now);
    if (!webhook) return { type: "lost" };
    const sealed = openWebhook(encryptionKey, webhook);
    if (!sealed) {
      await switchOff(trx, webhook, "lost_secret", now);
      return { type: "lost" };
    }
    if (signal.aborted) return { type: "none", webhook };
    const found = await findNextMessage(trx, webhook.id, now);
    if (!found) return { type: "none", webhook };
    const attempts = found.attempts + 1;
    const first_tried_at = found.first_tried_at ?? now;
    const kinds = webhook.kinds.split(" ");
    const body = await writeBody(trx, found, { householdId: webhook.household_id, kinds });
    if (body === null) {
      await changeMessage(trx, found, { state: "left_out", ended_at: now });
      return { type: "left_out", webhook };
    }
    await changeMessage(trx, found, { attempts, first_tried_at, tried_at: now });
    return {
      type: "message",
      webhook,
      sealed,
      message: { ...found, attempts, first_tried_at },
      body,
    };
  });
}

/** Delays what goes beyond the household's share. */
async function waitForShare(db: Kysely<Database>, webhook: Claimed, now: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const kept = await keepClaim(trx, webhook, now);
    if (kept) await release(trx, kept, laterBy(now, { minutes: minutesOverLimit }));
  });
}

async function isOverLimit(
  db: Kysely<Database>,
  { household_id }: Claimed,
  now: string,
): Promise<boolean> {
  const { count } = await db
    .selectFrom("webhook_messages")
    .innerJoin("webhooks", "webhooks.id", "webhook_messages.webhook_id")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("webhooks.household_id", "=", household_id)
    .where("webhook_messages.state", "=", "sent")
    .where("webhook_messages.ended_at", ">", earlierBy(now, { hours: 1 }))
    .executeTakeFirstOrThrow();
  return count >= limitOf("webhook_messages", limitSettings);
}

/** Returns true if the turn goes on. */
async function sendOne(
  db: Kysely<Database>,
  { webhook, sealed, message, body }: Taken,
  { trustedHosts, signal }: About,
): Promise<boolean> {
  const startedAt = performance.now();
  const outcome = await postToWebhook(
    { id: message.id, ...sealed, body },
    {
      trustedHosts,
      signal,
      beforeData: async () => {
        // A process that was suspended continues here.
        if (performance.now() - startedAt > startWithinMs)
          throw new Error(`Webhook message ${message.id} may have been taken over`);
      },
    },
  );
  return db.transaction().execute(async (trx) => {
    const now = nowIso();
    const kept = await keepClaim(trx, webhook, now);
    if (!kept) return false;
    webhook.claimed_until = kept.claimed_until;
    return record(trx, { webhook: kept, message, outcome }, now);
  });
}

interface Sent {
  webhook: Claimed;
  message: WaitingMessage;
  outcome: WebhookOutcome;
}

async function record(
  trx: Transaction<Database>,
  { webhook, message, outcome }: Sent,
  now: string,
): Promise<boolean> {
  if (outcome.result === "stopped") {
    await release(trx, webhook);
    return false;
  }
  const { result, status } = outcome;
  if (result === "taken") {
    await changeMessage(trx, message, { state: "sent", status, ended_at: now });
    if (webhook.failures > 0) await setFailures(trx, webhook, 0);
    return true;
  }
  const isTooLong = (message.first_tried_at ?? now) <= earlierBy(now, { hours: 24 * daysToTry });
  if (result === "gone" || isTooLong) {
    await changeMessage(trx, message, { status });
    await switchOff(trx, webhook, result === "gone" ? "gone" : "failing", now);
    return false;
  }
  if (result === "refused") {
    const next_at = retryAt(now, message.attempts - 1);
    await changeMessage(trx, message, { status, next_at });
    await release(trx, webhook, laterBy(now, { seconds: secondsAfterRefusal }));
    return false;
  }
  await changeMessage(trx, message, { status });
  await setFailures(trx, webhook, webhook.failures + 1);
  const asked = laterBy(now, { seconds: outcome.retryAfterSeconds ?? 0 });
  const planned = retryAt(now, webhook.failures);
  await release(trx, webhook, asked > planned ? asked : planned);
  return false;
}

async function setFailures(
  trx: Transaction<Database>,
  { id }: Claimed,
  failures: number,
): Promise<void> {
  await trx.updateTable("webhooks").set({ failures }).where("id", "=", id).execute();
}

/** Lets others claim the webhook once its next message is due, at the earliest `notBefore`. */
async function release(trx: Transaction<Database>, { id }: Claimed, notBefore = ""): Promise<void> {
  const at = await findNextTime(trx, id);
  const next_send_at = at !== null && at < notBefore ? notBefore : at;
  await trx
    .updateTable("webhooks")
    .set({ claimed_until: null, next_send_at })
    .where("id", "=", id)
    .execute();
}
