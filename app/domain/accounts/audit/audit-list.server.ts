import type { Kysely } from "kysely";
import { formatDue } from "#app/domain/core/time.ts";
import type { AuditActor, AuditKind, Database } from "#db/schema.ts";

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

interface Page {
  timeZone: string;
  /** The id of the last event of the page before. */
  before: string | undefined;
}

/** Lists the newest first. */
export async function listOwnAudit(
  db: Kysely<Database>,
  userId: string,
  page: Page,
): Promise<AuditEntry[]> {
  return (await ownAuditQuery(db, userId, page.before).execute()).map((row) =>
    toEntry(row, page.timeZone),
  );
}

interface InstanceAuditEntry extends AuditEntry {
  /** Null if nobody has the address that was typed, or if the account was deleted. */
  email: string | null;
}

/** Lists the newest first. */
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

const auditLabels: Record<AuditKind, string> = {
  account_created: "Account created",
  account_deleted: "Account deleted",
  signed_in: "Signed in",
  sign_in_failed: "Wrong password",
  sessions_ended: "Signed out elsewhere",
  password_changed: "Password changed",
  reset_requested: "Password link requested",
  reset_link_made: "Password link made",
  password_reset: "New password chosen by link",
  email_change_requested: "New email address requested",
  email_changed: "Email address changed",
  email_confirmed: "Email address confirmed",
  google_linked: "Google account linked",
  became_owner: "Became Mila's owner",
  stopped_being_owner: "Handed Mila over",
  became_household_owner: "Became the household's owner",
  stopped_being_household_owner: "Handed the household over",
  removed_from_household: "Removed from the household",
  invitation_sent: "Invitation made",
  invitation_revoked: "Invitation revoked",
  invitation_accepted: "Joined a household",
  data_exported: "Data downloaded",
  factor_added: "Authenticator app or passkey added",
  factor_removed: "Authenticator app or passkey removed",
  factor_used: "Code or passkey used",
  factor_failed: "Wrong code or passkey",
  recovery_code_used: "Recovery code used",
  recovery_codes_renewed: "New recovery codes made",
  sign_in_provider_linked: "Sign-in provider linked",
  sign_in_provider_unlinked: "Sign-in provider removed",
  token_made: "Access token made",
  token_renewed: "Access token renewed",
  token_revoked: "Access token revoked",
  webhook_added: "Webhook added",
  webhook_changed: "Webhook's address changed",
  webhook_renewed: "Webhook's secret renewed",
  webhook_removed: "Webhook removed",
};

function toEntry(
  { id, kind, recorded_at, done_by, network, device, times }: AuditRow,
  timeZone: string,
): AuditEntry {
  const what = times > 1 ? `${auditLabels[kind]}, ${times} times more` : auditLabels[kind];
  return { id, what, when: formatDue(recorded_at, timeZone), by: done_by, network, device };
}
