import type { Kysely } from "kysely";
import { type AuditSource, recordAudit } from "#app/domain/accounts/audit/record-audit.server.ts";
import { accountsExport } from "#app/domain/accounts/export.server.ts";
import { findPerson } from "#app/domain/accounts/users.server.ts";
import { calendarExport } from "#app/domain/calendar/export.server.ts";
import { giveWay } from "#app/domain/core/sql/give-way.ts";
import type { ExportPart } from "#app/domain/core/export.ts";
import { nowIso } from "#app/domain/core/time.ts";
import { delegationExport } from "#app/domain/delegation/export.server.ts";
import { householdExport } from "#app/domain/household/export.server.ts";
import { listFamilyAddresses } from "#app/domain/household/family/family-members.server.ts";
import { listOptOuts } from "#app/domain/outbox/channels/opt-outs.server.ts";
import { exportDevices } from "#app/domain/outbox/channels/push/devices.server.ts";
import { exportDeliveries } from "#app/domain/outbox/views/about-subject.server.ts";
import { exportPreferences, findPreferences } from "#app/domain/preferences/preferences.server.ts";
import { welcomeAnswersExport } from "#app/domain/preferences/welcome/answers.server.ts";
import { remindersExport } from "#app/domain/reminders/export.server.ts";
import { seriesExport } from "#app/domain/series/export.server.ts";
import { tasksExport } from "#app/domain/tasks/export.server.ts";
import { understandingExport } from "#app/domain/understanding/export.server.ts";
import type { Database } from "#db/schema.ts";

const { account, profile, google_account, ...signingIn } = accountsExport;

/** In the order of the file. */
const parts: Record<string, ExportPart> = {
  account,
  profile,
  preferences: exportPreferences,
  welcome_answers: welcomeAnswersExport,
  ...householdExport,
  ...understandingExport,
  ...tasksExport,
  ...delegationExport,
  ...remindersExport,
  ...seriesExport,
  deliveries: (db, { userId }) => exportDeliveries(db, userId),
  opt_outs: findOptOuts,
  push_devices: (db, { userId }) => exportDevices(db, userId),
  google_account,
  ...calendarExport,
  ...signingIn,
};

/** Leaves out what only the server needs (hashes, links). Instants are in UTC. */
export async function exportAccount(
  db: Kysely<Database>,
  viewer: { userId: string; householdId: string },
  source?: AuditSource,
): Promise<Record<string, unknown>> {
  await db.transaction().execute((trx) => recordAudit(trx, { kind: "data_exported", userId: viewer.userId, source }));
  const file: Record<string, unknown> = { exported_at: nowIso() };
  for (const [key, read] of Object.entries(parts)) {
    file[key] = (await read(db, viewer)) ?? null;
    await giveWay();
  }
  return file;
}

async function findOptOuts(db: Kysely<Database>, { userId, householdId }: { userId: string; householdId: string }) {
  const { email } = await findPerson(db, userId);
  const { phone_number: phone } = await findPreferences(db, userId);
  const addresses = [email, ...(phone ? [phone] : []), ...(await listFamilyAddresses(db, householdId))];
  return listOptOuts(db, addresses);
}
