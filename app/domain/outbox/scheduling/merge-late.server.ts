import type { Kysely, Transaction } from "kysely";
import { v7 as newId } from "uuid";
import { yieldToOthers } from "#db/sql/batches.ts";
import { columnOf, idList, rowTable } from "#db/sql/values.ts";
import { laterBy } from "#app/domain/core/time.ts";
import type { Database, MessageKind } from "#db/schema.ts";
import { changeAsSystem, whereAllowed } from "../change-state.server.ts";
import { dedupeKeyOf } from "../channels/use-channel.server.ts";
import { spreadOverDevices } from "../channels/push/spread.server.ts";
import { listMerges, type MessageTypes } from "../message-type.ts";
import type { Delivery } from "../preparation.ts";
import { isAnyReady } from "../queries/next-ready.server.ts";
import { lateBefore } from "../queries/sendable.ts";

/**
 * The most messages in one transaction, and in one digest, because reading its parts takes time
 * too.
 */
const batchSize = 200;
const hoursUntilExpiry = 3 * 24;
/** A digest is held back until it has all its parts, or for this time if the worker is stopped. */
const minutesToGather = 1;

interface Merge {
  kind: MessageKind;
  into: MessageKind;
}

/** The digests that a run created, by recipient. */
type Created = Map<string, string[]>;

/** Returns how many messages now go out as part of another. */
export async function mergeLateMessages(
  db: Kysely<Database>,
  messageTypes: MessageTypes,
  now: string,
): Promise<number> {
  if (!(await isAnyReady(db, now))) return 0;
  let count = 0;
  for (const merge of listMerges(messageTypes)) {
    const created: Created = new Map();
    // In most seconds nothing is late, so nobody has to wait.
    while ((await lateQuery(db, merge.kind, now).execute()).length > 0) {
      const batch = await db.transaction().execute((trx) => mergeSome(trx, merge, created, now));
      if (batch === 0) break;
      count += batch;
      await yieldToOthers();
    }
    await letGo(db, [...created.values()].flat(), now);
  }
  return count;
}

async function mergeSome(
  trx: Transaction<Database>,
  { kind, into }: Merge,
  created: Created,
  now: string,
): Promise<number> {
  const late = await spreadOverDevices(trx, await lateQuery(trx, kind, now).execute(), now);
  if (late.length === 0) return 0;
  const byRecipient = Map.groupBy(late, recipientOf);
  const digestIds = new Map(
    (await keepWaitingDigests(trx, late, into, now)).flatMap(({ id, parts, ...digest }) => {
      const added = byRecipient.get(recipientOf(digest))?.length ?? 0;
      return parts + added > batchSize ? [] : [[recipientOf(digest), id] as const];
    }),
  );
  const digests = [...byRecipient].flatMap(([recipient, parts]) => {
    if (digestIds.has(recipient)) return [];
    const earlier = created.get(recipient) ?? [];
    const digest = createDigest(parts, { kind: into, number: earlier.length + 1 }, now);
    created.set(recipient, [...earlier, digest.id]);
    digestIds.set(recipient, digest.id);
    return [digest];
  });
  if (digests.length > 0) await trx.insertInto("deliveries").values(digests).execute();
  const merged = late.map((part) => ({ id: part.id, into: digestIds.get(recipientOf(part)) }));
  const columns = { merged_into: columnOf<string>("merged.into") };
  await changeAsSystem(trx, { transition: "merged_late", columns }, now)
    .from(rowTable(merged, ["id", "into"]).as("merged"))
    .whereRef("deliveries.id", "=", "merged.id")
    .execute();
  return late.length;
}

type Recipient = Pick<Delivery, "user_id" | "channel" | "device_id">;

function recipientOf({ user_id, channel, device_id }: Recipient): string {
  return JSON.stringify([user_id, channel, device_id]);
}

/** Keeps unclaimed digests open for more parts, so that an outage ends with one message. */
function keepWaitingDigests(
  trx: Transaction<Database>,
  late: readonly Recipient[],
  kind: MessageKind,
  now: string,
) {
  return changeAsSystem(trx, { transition: "joined", columns: { expires_at: expiryOf(now) } }, now)
    .where("channel", "in", [...new Set(late.map(({ channel }) => channel))])
    .where("user_id", "in", idList([...new Set(late.map(({ user_id }) => user_id))]))
    .where("kind", "=", kind)
    .returning(["id", "user_id", "channel", "device_id"])
    .returning(({ selectFrom, fn }) =>
      selectFrom("deliveries as part")
        .select(fn.countAll<number>().as("parts"))
        .whereRef("part.merged_into", "=", "deliveries.id")
        .$asScalar()
        .$notNull()
        .as("parts"),
    )
    .execute();
}

/** Releases digests that have all their parts. */
async function letGo(db: Kysely<Database>, ids: string[], now: string): Promise<void> {
  for (let from = 0; from < ids.length; from += batchSize) {
    await changeAsSystem(db, { transition: "gathered" }, now)
      .where("id", "in", idList(ids.slice(from, from + batchSize)))
      .execute();
    await yieldToOthers();
  }
}

function expiryOf(now: string): string {
  return laterBy(now, { hours: hoursUntilExpiry });
}

/** @param digest its number: a user's second digest begins where the first one is full */
function createDigest(
  parts: Delivery[],
  { kind, number }: { kind: MessageKind; number: number },
  now: string,
) {
  const { user_id, channel, device_id } = parts[0]!;
  const cause = [kind, user_id, now, ...(number > 1 ? [number] : [])].join(":");
  return {
    id: newId(),
    kind,
    channel,
    device_id,
    stands_in_for: parts.find((part) => part.stands_in_for !== null)?.stands_in_for ?? null,
    user_id,
    subject_id: now,
    is_own: 1,
    cause,
    dedupe_key: dedupeKeyOf(cause, channel, device_id ?? undefined),
    due_at: now,
    not_before: laterBy(now, { minutes: minutesToGather }),
    expires_at: expiryOf(now),
    created_at: now,
  } as const;
}

function lateQuery(db: Kysely<Database>, kind: MessageKind, now: string) {
  return db
    .selectFrom("deliveries")
    .selectAll()
    .where(whereAllowed("merged_late"))
    .where("not_before", "<=", now)
    .where("kind", "=", kind)
    .where("due_at", "<", lateBefore(now))
    .orderBy("due_at")
    .limit(batchSize);
}
