import { collectDefaultMetrics, Counter, Gauge, Registry } from "prom-client";
import { readDataFolder } from "#app/config/data-folder.server.ts";
import { env } from "#app/config/env.server.ts";
import { findManualBackup } from "#app/domain/instance/manual-backup.server.ts";
import { findBackupFailure, findUnsavedSince } from "#app/domain/instance/nightly-backup.server.ts";
import { countDroppedMails } from "#app/domain/mail/mailbox/inbox.server.ts";
import {
  chargedDays,
  countChargedMessages,
} from "#app/domain/outbox/views/charged-messages.server.ts";
import { readSendingFigures } from "#app/domain/outbox/views/figures.server.ts";
import { readSendingHealth } from "#app/domain/outbox/views/health.server.ts";
import { database, readDatabaseBytes } from "#db/connection.server.ts";

/** Measures this process from its first request for metrics on. */
const ofProcess = new Registry();
collectDefaultMetrics({ register: ofProcess });
// These have names of counters, but are gauges, as `promtool check metrics` points out.
for (const what of ["handles", "requests", "resources"])
  ofProcess.removeSingleMetric(`nodejs_active_${what}_total`);

export const contentType = ofProcess.contentType;

/** Reads the worker's figures again each time, because it is another process. */
export async function readMetrics(
  answersByStatus: ReadonlyMap<number, number>,
  now: string,
): Promise<string> {
  const ofMessages = new Registry();
  const gauge = gaugesOf(ofMessages);
  const { workers, memoryBytes, paused } = await readSendingHealth(database(), now);
  gauge("workers", "Workers with a heartbeat in the last minute").set(workers);
  gauge("worker_memory_bytes", "Memory of these workers").set(memoryBytes);
  const pauses = gauge("channel_paused", "1 while a channel is paused", ["channel", "reason"]);
  for (const pause of paused) pauses.set(pause, 1);

  const { open, oldestDueSeconds, lateness, lastDay, copies } = await readSendingFigures(
    database(),
    now,
  );
  const waiting = gauge("messages_open", "Messages that are not finished", ["channel", "state"]);
  for (const { count, ...labels } of open) waiting.set(labels, count);
  gauge("oldest_due_seconds", "How long the oldest waiting message has been due").set(
    oldestDueSeconds,
  );
  const late = gauge("lateness_seconds", "From a message's time to its sending, in the last hour", [
    "percentile",
  ]);
  if (lateness) {
    late.set({ percentile: "50" }, lateness.p50);
    late.set({ percentile: "99" }, lateness.p99);
  }
  const day = gauge("messages_last_day", "Messages made in the last 24 hours", [
    "kind",
    "channel",
    "state",
  ]);
  for (const { count, ...labels } of lastDay) day.set(labels, count);
  gauge("copies_last_day", "Messages sent twice in the last 24 hours").set(copies);
  const charged = gauge(
    "charged_messages",
    `Messages of the last ${chargedDays} days that a provider charges for`,
    ["channel"],
  );
  for (const [channel, count] of Object.entries(await countChargedMessages(database(), now)))
    charged.set({ channel }, count);
  gauge("mails_dropped", "Forwarded mails to addresses that nobody has").set(
    await countDroppedMails(database()),
  );
  gauge("backup_failed", "1 if the last nightly backup failed").set(
    (await findBackupFailure(database())) ? 1 : 0,
  );
  await measureData(gauge, now);
  const requests = new Counter({
    name: "mila_requests_total",
    help: "Requests since the server started, by the status of their answer",
    labelNames: ["status"],
    registers: [ofMessages],
  });
  for (const [status, count] of answersByStatus) requests.inc({ status }, count);
  return `${await ofMessages.metrics()}\n${await ofProcess.metrics()}`;
}

function gaugesOf(registry: Registry) {
  return <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge({ name: `mila_${name}`, help, labelNames, registers: [registry] });
}

async function measureData(gauge: ReturnType<typeof gaugesOf>, now: string): Promise<void> {
  const { freeBytes, usedPercent, lastBackup } = readDataFolder(env.DATA_DIR);
  gauge("database_bytes", "Size of the database").set(await readDatabaseBytes());
  gauge("disk_free_bytes", "Free room on the disk of the data folder").set(freeBytes);
  gauge("disk_used_ratio", "Used part of that disk, 0 to 1").set(usedPercent / 100);
  // PostgreSQL's own backups are out of Mila's sight.
  if (env.DATABASE_URL) return;
  const manualAt = (await findManualBackup(database(), now)) ?? "";
  const nightlyAt = lastBackup?.madeAt ?? "";
  const newest = manualAt > nightlyAt ? manualAt : nightlyAt;
  const since = await findUnsavedSince(database(), newest || undefined);
  gauge(
    "backup_age_seconds",
    "Age of the last backup, or of the first account while there is none",
  ).set(since ? (Date.parse(now) - Date.parse(since)) / 1_000 : 0);
}
