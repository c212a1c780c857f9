import { type Kysely, sql, type Transaction } from "kysely";
import { v7 as newId } from "uuid";
import { giveWay } from "#app/domain/core/sql/give-way.ts";
import { laterBy } from "#app/domain/core/time.ts";
import type { Channel, Database, MessageKind } from "#db/schema.ts";
import { changeState } from "../change-state.server.ts";
import { dedupeKeyOf } from "../channels/use-channel.server.ts";
import { spreadOverDevices } from "../channels/push/spread.server.ts";
import { listMerges, type MessageTypes } from "../message-type.ts";
import type { Delivery } from "../preparation.ts";
import { lateBefore } from "../queries/late.ts";

/** People, each of whom may have many messages. */
const batchSize = 50;
const hoursUntilExpiry = 3 * 24;

export async function mergeLateMessages(
  db: Kysely<Database>,
  messageTypes: MessageTypes,
  now: string,
): Promise<number> {
  let count = 0;
  for (const { kind, into } of listMerges(messageTypes)) {
    while (await lateQuery(db, kind, now).select("id").limit(1).executeTakeFirst()) {
      count += await db.transaction().execute((trx) => mergeSome(trx, { kind, into }, now));
      await giveWay();
    }
  }
  return count;
}

async function mergeSome(
  trx: Transaction<Database>,
  { kind, into }: { kind: MessageKind; into: MessageKind },
  now: string,
): Promise<number> {
  const people = await lateQuery(trx, kind, now).select("user_id").distinct().limit(batchSize).execute();
  const userIds = people.map(({ user_id }) => user_id);
  const late = lateQuery(trx, kind, now).where("user_id", "in", userIds);
  await spreadOverDevices(trx, await late.selectAll().where("channel", "=", "push").execute(), now);
  const groups = await late
    .select(["user_id", "channel", "device_id"])
    .select(({ fn }) => fn.max("stands_in_for").as("stands_in_for"))
    .groupBy(["user_id", "channel", "device_id"])
    .execute();
  if (groups.length === 0) return 0;
  const waiting = await keepWaitingDigests(trx, userIds, into, now);
  const digests = groups
    .filter(
      (group) =>
        !waiting.some(
          (one) => one.user_id === group.user_id && one.channel === group.channel && one.device_id === group.device_id,
        ),
    )
    .map((group) => createDigest(group, into, now));
  if (digests.length > 0) await trx.insertInto("deliveries").values(digests).execute();
  const digestId = trx
    .selectFrom("deliveries as digest")
    .select("digest.id")
    .where("digest.user_id", "=", sql.ref<string>("deliveries.user_id"))
    .where("digest.channel", "=", sql.ref<Channel>("deliveries.channel"))
    .where("digest.device_id", "is", sql.ref<string>("deliveries.device_id"))
    .where("digest.kind", "=", into)
    .where("digest.state", "=", "ready")
    .where("digest.held_at", "is", null)
    .where("digest.other_way", "is distinct from", "taken")
    .orderBy("digest.created_at", "desc")
    .limit(1);
  const { numUpdatedRows } = await changeState(
    trx,
    { transition: "merged_late", columns: { merged_into: digestId } },
    now,
  )
    .where("id", "in", late.select("id"))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Keeps messages that nobody has claimed yet for more parts, so that an outage ends with one message. */
function keepWaitingDigests(trx: Transaction<Database>, userIds: string[], kind: MessageKind, now: string) {
  return trx
    .updateTable("deliveries")
    .set({ expires_at: expiryOf(now) })
    .where("user_id", "in", userIds)
    .where("kind", "=", kind)
    .where("state", "=", "ready")
    .where("held_at", "is", null)
    .where("other_way", "is distinct from", "taken")
    .returning(["user_id", "channel", "device_id"])
    .execute();
}

function expiryOf(now: string): string {
  return laterBy(now, { hours: hoursUntilExpiry });
}

type Recipient = Pick<Delivery, "user_id" | "channel" | "device_id" | "stands_in_for">;

function createDigest({ user_id, channel, device_id, stands_in_for }: Recipient, kind: MessageKind, now: string) {
  const cause = `${kind}:${user_id}:${now}`;
  return {
    id: newId(),
    kind,
    channel,
    device_id,
    stands_in_for,
    user_id,
    subject_id: now,
    is_own: 1,
    cause,
    dedupe_key: dedupeKeyOf(cause, channel, device_id ?? undefined),
    due_at: now,
    not_before: now,
    expires_at: expiryOf(now),
    created_at: now,
  } as const;
}

function lateQuery(db: Kysely<Database>, kind: MessageKind, now: string) {
  return db
    .selectFrom("deliveries")
    .where("state", "=", "ready")
    .where("held_at", "is", null)
    .where("other_way", "is distinct from", "taken")
    .where("not_before", "<=", now)
    .where("kind", "=", kind)
    .where("due_at", "<", lateBefore(now));
}
