import type { Transaction } from "kysely";
import { v7 as newId } from "uuid";
import { nowIso } from "#app/domain/core/time.ts";
import type { AuditActor, AuditKind, Database } from "#db/schema.ts";

/** Where a request came from. */
export interface AuditSource {
  /** An IPv4 address or an IPv6 /64 network. */
  network: string | null;
  /** For example "Chrome on Android". */
  device: string | null;
}

interface AuditEvent {
  kind: AuditKind;
  /** Whose account; null for an address without one. */
  userId: string | null;
  by?: AuditActor;
  source?: AuditSource;
  /** Counts events of the same minute that are recorded as one. */
  times?: number;
}

/** Call it in the transaction of what it records. Events contain no email addresses. */
export async function recordAudit(
  trx: Transaction<Database>,
  { kind, userId, by = "self", source = { network: null, device: null }, times = 1 }: AuditEvent,
  now: string = nowIso(),
): Promise<void> {
  const { network, device } = source;
  await trx
    .insertInto("audit_events")
    .values({ id: newId(), recorded_at: now, kind, user_id: userId, done_by: by, network, device, times })
    .execute();
}

const rowsAtOnce = 1_000;

/** One event for each user, recorded at the computer that runs Mila. */
export async function recordForAll(
  trx: Transaction<Database>,
  { kind, userIds }: { kind: AuditKind; userIds: string[] },
  now: string = nowIso(),
): Promise<void> {
  const about = { recorded_at: now, kind, done_by: "command", network: null, device: null } as const;
  for (let start = 0; start < userIds.length; start += rowsAtOnce) {
    const some = userIds.slice(start, start + rowsAtOnce);
    const rows = some.map((userId) => ({ id: newId(), user_id: userId, ...about }));
    await trx.insertInto("audit_events").values(rows).execute();
  }
}
