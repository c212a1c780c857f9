import type { Kysely, Transaction } from "kysely";
import { v7 as newId } from "uuid";
import { type AuditSource, recordAudit } from "#app/domain/accounts/audit/record-audit.server.ts";
import { allow } from "#app/domain/core/rate-limits/allow.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import type { Viewer } from "#app/domain/core/viewer.ts";
import { getMembership } from "#app/domain/people/household/membership.server.ts";
import { bumpRevision, bumpRevisions } from "#app/domain/people/revision.server.ts";
import { isAllowedAddress } from "#app/services/transport/allowed-address.ts";
import { endSources } from "#db/sql/sources.ts";
import type { Database } from "#db/schema.ts";
import { maxWebhooks } from "./limits.ts";
import type { NewWebhook, WebhookChange } from "./input.ts";
import { addMessages } from "./record-events.server.ts";
import { newSecret, openWebhook, sealWebhook } from "./sealed-webhook.server.ts";

interface About {
  encryptionKey: string;
  /** Servers inside the network, or on plain HTTP. */
  trustedHosts: readonly string[];
  source?: AuditSource;
}

type Account = Pick<Viewer, "userId">;

/** A webhook with its secret, which is shown once: the database only stores it sealed. */
export interface MadeWebhook {
  id: string;
  secret: string;
}

export type NotAdded = "not_allowed" | "there_already" | "too_many" | "too_often";

export async function addWebhook(
  db: Kysely<Database>,
  { userId }: Account,
  { address, kinds }: NewWebhook,
  { encryptionKey, trustedHosts, source }: About,
  now: string = nowIso(),
): Promise<MadeWebhook | NotAdded> {
  if (!isAllowedAddress(address, trustedHosts)) return "not_allowed";
  return db.transaction().execute(async (trx) => {
    const { householdId } = await getMembership(trx, userId);
    const others = await trx
      .selectFrom("webhooks")
      .select(["id", "content"])
      .where("household_id", "=", householdId)
      .execute();
    if (others.some((other) => openWebhook(encryptionKey, other)?.address === address))
      return "there_already";
    if (others.length >= maxWebhooks) return "too_many";
    if (await isTriedTooOften(trx, householdId, now)) return "too_often";
    const [id, secret] = [newId(), newSecret()];
    await trx
      .insertInto("webhooks")
      .values({
        id,
        household_id: householdId,
        added_by: userId,
        host: new URL(address).host,
        content: sealWebhook(encryptionKey, { address, secret }, id),
        kinds: kinds.join(" "),
        added_at: now,
        due_until: now,
      })
      .execute();
    await recordAudit(trx, { kind: "webhook_added", userId, source }, now);
    await bumpRevision(trx, householdId);
    return { id, secret };
  });
}

/** Messages that wait go to the new address. */
export async function changeWebhook(
  db: Kysely<Database>,
  { userId }: Account,
  id: string,
  { address, kinds }: WebhookChange,
  { encryptionKey, trustedHosts, source }: About,
  now: string = nowIso(),
): Promise<"changed" | "missing" | "not_allowed" | "too_often"> {
  if (address !== "" && !isAllowedAddress(address, trustedHosts)) return "not_allowed";
  return db.transaction().execute(async (trx) => {
    const found = await findOwn(trx, userId, id);
    if (!found) return "missing";
    const sealed = openWebhook(encryptionKey, found);
    if (address !== "" && (await isTriedTooOften(trx, found.household_id, now))) return "too_often";
    const moved = address !== "" && {
      host: new URL(address).host,
      content: sealWebhook(encryptionKey, { address, secret: sealed?.secret ?? newSecret() }, id),
      ...tryNow(now),
    };
    // Tasks that were due before are old news to it.
    const due_until = found.kinds.includes("task.due") ? found.due_until : now;
    await trx
      .updateTable("webhooks")
      .set({ kinds: kinds.join(" "), due_until, ...moved })
      .where("id", "=", id)
      .execute();
    if (moved) await recordAudit(trx, { kind: "webhook_changed", userId, source }, now);
    await bumpRevision(trx, found.household_id);
    return "changed";
  });
}

/** Signs with another secret from now on. Null if the household has no such webhook. */
export async function renewSecret(
  db: Kysely<Database>,
  { userId }: Account,
  id: string,
  { encryptionKey, source }: Pick<About, "encryptionKey" | "source">,
  now: string = nowIso(),
): Promise<MadeWebhook | "lost_address" | null> {
  return db.transaction().execute(async (trx) => {
    const found = await findOwn(trx, userId, id);
    if (!found) return null;
    const sealed = openWebhook(encryptionKey, found);
    if (!sealed) return "lost_address";
    const secret = newSecret();
    const content = sealWebhook(encryptionKey, { address: sealed.address, secret }, id);
    await trx
      .updateTable("webhooks")
      .set({ content, claimed_until: null })
      .where("id", "=", id)
      .execute();
    await recordAudit(trx, { kind: "webhook_renewed", userId, source }, now);
    return { id, secret };
  });
}

/** Returns its host. Undefined if the household has no such webhook. */
export async function removeWebhook(
  db: Kysely<Database>,
  { userId }: Account,
  id: string,
  source?: AuditSource,
): Promise<string | undefined> {
  return db.transaction().execute(async (trx) => {
    const found = await findOwn(trx, userId, id);
    if (!found) return undefined;
    await trx.deleteFrom("webhooks").where("id", "=", id).execute();
    await recordAudit(trx, { kind: "webhook_removed", userId, source });
    await bumpRevision(trx, found.household_id);
    return found.host;
  });
}

export type Asked = "asked" | "held" | "off" | "too_often" | "missing";

export async function sendTest(
  db: Kysely<Database>,
  { userId }: Account,
  id: string,
  now: string = nowIso(),
): Promise<Asked> {
  return db.transaction().execute(async (trx) => {
    const found = await findOwn(trx, userId, id);
    const refused = await refuse(trx, found, now);
    if (refused) return refused;
    await addMessages(trx, [{ id }], { kind: "test", subjectIds: [newId()], now });
    await trx.updateTable("webhooks").set(tryNow(now)).where("id", "=", id).execute();
    return "asked";
  });
}

/** Sends a message that has ended once more, under its old id. */
export async function sendAgain(
  db: Kysely<Database>,
  { userId }: Account,
  messageId: string,
  now: string = nowIso(),
): Promise<{ webhookId: string; outcome: Exclude<Asked, "missing"> } | null> {
  return db.transaction().execute(async (trx) => {
    const message = await trx
      .selectFrom("webhook_messages")
      .select(["webhook_id", "state"])
      .where("id", "=", messageId)
      .executeTakeFirst();
    const found = message && (await findOwn(trx, userId, message.webhook_id));
    if (!message || !found) return null;
    const webhookId = found.id;
    const refused = await refuse(trx, found, now);
    if (refused) return refused === "missing" ? null : { webhookId, outcome: refused };
    if (message.state !== "waiting")
      await trx
        .updateTable("webhook_messages")
        .set({ state: "waiting", attempts: 0, first_tried_at: null, ended_at: null, next_at: now })
        .where("id", "=", messageId)
        .execute();
    await trx.updateTable("webhooks").set(tryNow(now)).where("id", "=", webhookId).execute();
    return { webhookId, outcome: "asked" };
  });
}

/** Messages that were made while it was off do not exist. */
export async function switchOn(
  db: Kysely<Database>,
  { userId }: Account,
  id: string,
  now: string = nowIso(),
): Promise<Exclude<Asked, "off" | "held">> {
  return db.transaction().execute(async (trx) => {
    const found = await findOwn(trx, userId, id);
    if (!found) return "missing";
    if (await isTriedTooOften(trx, found.household_id, now)) return "too_often";
    await trx
      .updateTable("webhooks")
      .set({ off_at: null, off_reason: null, due_until: now, ...tryNow(now) })
      .where("id", "=", id)
      .where("off_at", "is not", null)
      .execute();
    await bumpRevision(trx, found.household_id);
    return "asked";
  });
}

/** Removes the webhooks that an account has added when it leaves: it knows their secrets. */
export async function endWebhooks(
  trx: Transaction<Database>,
  account: { userId: string; householdId?: string },
): Promise<void> {
  await bumpRevisions(trx, await endSources(trx, "webhooks", account));
}

/** Ends waits, and the claim of a worker that sends with what was before. */
const tryNow = (now: string) => ({ next_send_at: now, failures: 0, claimed_until: null });

async function findOwn(trx: Transaction<Database>, userId: string, id: string) {
  const { householdId } = await getMembership(trx, userId);
  return trx
    .selectFrom("webhooks")
    .selectAll()
    .where("id", "=", id)
    .where("household_id", "=", householdId)
    .executeTakeFirst();
}

type Found = Awaited<ReturnType<typeof findOwn>>;

async function refuse(
  trx: Transaction<Database>,
  found: Found,
  now: string,
): Promise<Exclude<Asked, "asked"> | null> {
  if (!found) return "missing";
  if (found.held_at) return "held";
  if (found.off_at) return "off";
  return (await isTriedTooOften(trx, found.household_id, now)) ? "too_often" : null;
}

async function isTriedTooOften(
  trx: Transaction<Database>,
  householdId: string,
  now: string,
): Promise<boolean> {
  const { refused } = await allow(trx, [["webhook_tries", householdId]], now);
  return refused !== null;
}
