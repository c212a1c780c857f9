import type { Kysely, Transaction } from "kysely";
import { deleteInBatches } from "#db/sql/batches.ts";
import { earlierBy } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";

export const auditDaysKept = 180;
const batchSize = 1_000;

export async function purgeAudit(db: Kysely<Database>, now: string): Promise<void> {
  await deleteInBatches(db, "audit_events", oldAuditQuery(db, now));
}

export function oldAuditQuery(db: Kysely<Database>, now: string) {
  const before = earlierBy(now, { hours: 24 * auditDaysKept });
  return db.selectFrom("audit_events").select("id").where("recorded_at", "<", before);
}

/** Makes the events of an account anonymous before it is deleted: their kind and time stay. */
export async function anonymizeAudit(trx: Transaction<Database>, userId: string): Promise<void> {
  await trx
    .updateTable("audit_events")
    .set({ user_id: null, network: null, device: null })
    .where("user_id", "=", userId)
    .execute();
}

/** Returns each event once, even to several workers, and only after its transaction. */
export async function claimUnloggedAudit(db: Kysely<Database>, now: string) {
  if (!(await unloggedAuditQuery(db).limit(1).executeTakeFirst())) return [];
  return db
    .updateTable("audit_events")
    .set({ logged_at: now })
    .where("id", "in", unloggedAuditQuery(db).limit(batchSize))
    .returning(["id", "kind", "recorded_at", "user_id", "done_by", "network", "device", "times"])
    .execute();
}

export function unloggedAuditQuery(db: Kysely<Database>) {
  return db.selectFrom("audit_events").select("id").where("logged_at", "is", null).orderBy("id");
}
