import type { Kysely, Transaction } from "kysely";
import { v7 as newId } from "uuid";
import { earlierBy, nowIso } from "#app/domain/core/time.ts";
import { firstIdAt } from "#app/domain/outbox/queries/first-id.ts";
import type { AuditActor, AuditKind, Database } from "#db/schema.ts";

/** Says where a request came from. */
export interface AuditSource {
  /** An IPv4 address or an IPv6 /64 network. */
  network: string | null;
  /** For example "Chrome on Android". */
  device: string | null;
}

interface AuditEvent {
  kind: AuditKind;
  /** The user whose account it concerns; null for an address without one. */
  userId: string | null;
  by?: AuditActor;
  source?: AuditSource;
  /** Counts events of the same minute that are recorded as one. */
  times?: number;
}

/** Records so many events of one kind for an account in a day. A further event counts the rest. */
const recordedOneByOne = 100;

/**
 * Call it in the transaction of what it records. Events contain no email addresses. Repeated events
 * are counted in one, so that they fill neither the disk nor the list.
 */
export async function recordAudit(
  trx: Transaction<Database>,
  { kind, userId, by = "self", source = { network: null, device: null }, times = 1 }: AuditEvent,
  now: string = nowIso(),
): Promise<void> {
  const today = await repeatedQuery(trx, { kind, userId }).execute();
  const [counted] = today;
  if (counted && today.length > recordedOneByOne) {
    await trx
      .updateTable("audit_events")
      .set(({ eb }) => ({ times: eb("times", "+", times) }))
      .where("id", "=", counted.id)
      .execute();
    return;
  }
  const { network, device } =
    today.length < recordedOneByOne ? source : { network: null, device: null };
  await trx
    .insertInto("audit_events")
    .values({
      id: newId(),
      recorded_at: now,
      kind,
      user_id: userId,
      done_by: by,
      network,
      device,
      times,
    })
    .execute();
}

/** Lists the newest first. */
export function repeatedQuery(
  db: Kysely<Database>,
  { kind, userId }: Pick<AuditEvent, "kind" | "userId">,
) {
  return db
    .selectFrom("audit_events")
    .select("id")
    .where("user_id", "is", userId)
    .where("id", ">", firstIdAt(earlierBy(nowIso(), { hours: 24 })))
    .where("kind", "=", kind)
    .orderBy("id", "desc")
    .limit(recordedOneByOne + 1);
}

const rowsAtOnce = 1_000;

/** Records one event for each user, done at the computer that runs Mila. */
export async function recordForAll(
  trx: Transaction<Database>,
  { kind, userIds }: { kind: AuditKind; userIds: string[] },
  now: string = nowIso(),
): Promise<void> {
  const about = {
    recorded_at: now,
    kind,
    done_by: "command",
    network: null,
    device: null,
  } as const;
  for (let start = 0; start < userIds.length; start += rowsAtOnce) {
    const some = userIds.slice(start, start + rowsAtOnce);
    const rows = some.map((userId) => ({ id: newId(), user_id: userId, ...about }));
    await trx.insertInto("audit_events").values(rows).execute();
  }
}
