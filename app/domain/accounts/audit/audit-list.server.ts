import type { Kysely } from "kysely";
import { formatDue } from "#app/domain/core/time.ts";
import type { AuditActor, AuditKind, Database } from "#db/schema.ts";
import { auditLabels } from "./labels.ts";

export const auditPageSize = 100;

interface AuditEntry {
  id: string;
  what: string;
  /** In the viewer's time zone: "Nov 21, 3:00 PM". */
  when: string;
  by: AuditActor;
  network: string | null;
  device: string | null;
}

interface InstanceAuditEntry extends AuditEntry {
  /** Null if nobody has the address that was typed, or if the account was deleted. */
  email: string | null;
}

interface Page {
  timeZone: string;
  /** The id of the last event of the page before. */
  before: string | undefined;
}

/** Newest first. */
export async function listOwnAudit(
  db: Kysely<Database>,
  userId: string,
  page: Page,
): Promise<AuditEntry[]> {
  return (await ownAuditQuery(db, userId, page.before).execute()).map((row) =>
    toEntry(row, page.timeZone),
  );
}

/** Newest first. */
export async function listInstanceAudit(
  db: Kysely<Database>,
  page: Page,
): Promise<InstanceAuditEntry[]> {
  const rows = await instanceAuditQuery(db, page.before).execute();
  return rows.map((row) => ({ ...toEntry(row, page.timeZone), email: row.email }));
}

export function ownAuditQuery(db: Kysely<Database>, userId: string, before: string | undefined) {
  const own = db.selectFrom("audit_events").selectAll().where("user_id", "=", userId);
  return (before ? own.where("id", "<", before) : own).orderBy("id", "desc").limit(auditPageSize);
}

export function instanceAuditQuery(db: Kysely<Database>, before: string | undefined) {
  const all = db
    .selectFrom("audit_events")
    .leftJoin("users", "users.id", "audit_events.user_id")
    .selectAll("audit_events")
    .select("users.email");
  const page = before ? all.where("audit_events.id", "<", before) : all;
  return page.orderBy("audit_events.id", "desc").limit(auditPageSize);
}

interface AuditRow {
  id: string;
  kind: AuditKind;
  recorded_at: string;
  done_by: AuditActor;
  network: string | null;
  device: string | null;
  times: number;
}

function toEntry(
  { id, kind, recorded_at, done_by, network, device, times }: AuditRow,
  timeZone: string,
): AuditEntry {
  const what = times > 1 ? `${auditLabels[kind]}, ${times} times more` : auditLabels[kind];
  return { id, what, when: formatDue(recorded_at, timeZone), by: done_by, network, device };
}
