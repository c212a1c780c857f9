import { setImmediate as nextTurn } from "node:timers/promises";
import type { Kysely } from "kysely";
import { type AuditSource, recordAudit } from "#app/domain/accounts/audit/record-audit.server.ts";
import { accountsExport } from "#app/domain/accounts/export.server.ts";
import { findPerson } from "#app/domain/accounts/users.server.ts";
import { caldavExport } from "#app/domain/caldav/export.server.ts";
import { calendarExport } from "#app/domain/calendar/export.server.ts";
import { childrenExport } from "#app/domain/children/export.server.ts";
import type { ExportPart } from "#app/domain/core/export.ts";
import { nowIso } from "#app/domain/core/time.ts";
import type { Viewer } from "#app/domain/core/viewer.ts";
import { delegationExport } from "#app/domain/delegation/export.server.ts";
import { listDownloads } from "#app/domain/imports/downloads/list-tasks.server.ts";
import { writeSheet } from "#app/domain/imports/downloads/write-sheet.server.ts";
import { writeTodos } from "#app/domain/imports/downloads/write-todos.server.ts";
import { importsExport } from "#app/domain/imports/export.server.ts";
import { listsExport } from "#app/domain/lists/export.server.ts";
import { mailExport } from "#app/domain/mail/export.server.ts";
import { householdExport } from "#app/domain/people/export.server.ts";
import { listFamilyAddresses } from "#app/domain/people/family/family-members.server.ts";
import { listOptOuts } from "#app/domain/outbox/channels/opt-outs.server.ts";
import { exportDevices } from "#app/domain/outbox/channels/push/devices.server.ts";
import { exportDeliveries } from "#app/domain/outbox/views/about-subject.server.ts";
import { exportPreferences, findPreferences } from "#app/domain/preferences/preferences.server.ts";
import { welcomeAnswersExport } from "#app/domain/preferences/welcome/answers.server.ts";
import { remindersExport } from "#app/domain/reminders/export.server.ts";
import { seriesExport } from "#app/domain/series/export.server.ts";
import { tasksExport } from "#app/domain/tasks/export.server.ts";
import { tokensExport } from "#app/domain/tokens/export.server.ts";
import { understandingExport } from "#app/domain/understanding/model/export.server.ts";
import { webhooksExport } from "#app/domain/webhooks/export.server.ts";
import type { Database } from "#db/schema.ts";

const { account, profile, google_account, ...signingIn } = accountsExport;

/** The parts, in the order of the file. */
const parts: Record<string, ExportPart> = {
  account,
  profile,
  preferences: exportPreferences,
  welcome_answers: welcomeAnswersExport,
  ...householdExport,
  ...understandingExport,
  ...tasksExport,
  ...listsExport,
  ...delegationExport,
  ...childrenExport,
  ...remindersExport,
  ...seriesExport,
  deliveries: (db, { userId }) => exportDeliveries(db, userId),
  opt_outs: findOptOuts,
  push_devices: (db, { userId }) => exportDevices(db, userId),
  google_account,
  ...calendarExport,
  ...mailExport,
  ...importsExport,
  ...signingIn,
  ...tokensExport,
  ...webhooksExport,
  ...caldavExport,
};

/**
 * Returns a JSON file in pieces, each read when the previous one is taken. Omits what only the
 * server needs (hashes, links). Instants are in UTC.
 */
export async function exportAccount(
  db: Kysely<Database>,
  viewer: Viewer,
  source?: AuditSource,
): Promise<AsyncIterable<string>> {
  const audited = { kind: "data_exported", userId: viewer.userId, source } as const;
  await db.transaction().execute((trx) => recordAudit(trx, audited));
  return writeFile(db, viewer);
}

const writers = { csv: writeSheet, ics: writeTodos } as const;

export type TasksFile = keyof typeof writers;

/** Returns a file of the household's tasks in pieces, as `exportAccount` does. */
export async function exportTasks(
  db: Kysely<Database>,
  viewer: Viewer,
  kind: TasksFile,
  source?: AuditSource,
): Promise<AsyncIterable<string>> {
  const audited = { kind: "data_exported", userId: viewer.userId, source } as const;
  await db.transaction().execute((trx) => recordAudit(trx, audited));
  return writers[kind](listDownloads(db, viewer));
}

/** Writes JSON with one row per line, and no other whitespace. */
async function* writeFile(db: Kysely<Database>, viewer: Viewer): AsyncGenerator<string> {
  yield `{\n"exported_at":${JSON.stringify(nowIso())}`;
  for (const [name, read] of Object.entries(parts)) {
    yield `,\n${JSON.stringify(name)}:`;
    const part = read(db, viewer);
    if (part instanceof Promise) yield JSON.stringify((await part) ?? null);
    else yield* writeList(part);
  }
  yield "\n}\n";
}

async function* writeList(batches: AsyncIterable<object[]>): AsyncGenerator<string> {
  let before = "[\n";
  for await (const rows of batches) {
    // SQLite queries block other requests.
    await nextTurn();
    if (rows.length === 0) continue;
    yield before + rows.map((row) => JSON.stringify(row)).join(",\n");
    before = ",\n";
  }
  yield before === ",\n" ? "\n]" : "[]";
}

async function findOptOuts(db: Kysely<Database>, { userId, householdId }: Viewer) {
  const { email } = await findPerson(db, userId);
  const { phone_number: phone } = await findPreferences(db, userId);
  const addresses = [
    email,
    ...(phone ? [phone] : []),
    ...(await listFamilyAddresses(db, householdId)),
  ];
  return listOptOuts(db, addresses);
}
