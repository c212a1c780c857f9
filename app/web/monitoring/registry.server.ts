import { collectDefaultMetrics, Gauge, Registry } from "prom-client";
import { findBackupFailure } from "#app/domain/instance/nightly-backup.server.ts";
import { chargedDays, countChargedMessages } from "#app/domain/outbox/views/charged-messages.server.ts";
import { readSendingFigures } from "#app/domain/outbox/views/figures.server.ts";
import { readSendingHealth } from "#app/domain/outbox/views/health.server.ts";
import { database } from "#db/connection.server.ts";

/** Of this process, since its first request for metrics. */
const ofProcess = new Registry();
collectDefaultMetrics({ register: ofProcess });

export const contentType = ofProcess.contentType;

/** Read again each time, because the worker is another process. */
export async function readMetrics(now: string): Promise<string> {
  const ofMessages = new Registry();
  const gauge = <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge({ name: `mila_${name}`, help, labelNames, registers: [ofMessages] });
  const { workers, paused } = await readSendingHealth(database(), now);
  gauge("workers", "Workers with a heartbeat in the last minute").set(workers);
  const pauses = gauge("channel_paused", "1 while a channel is paused", ["channel", "reason"]);
  for (const pause of paused) pauses.set(pause, 1);

  const { open, oldestDueSeconds, lateness, lastDay, copies } = await readSendingFigures(database(), now);
  const waiting = gauge("messages_open", "Messages that are not finished", ["channel", "state"]);
  for (const { count, ...labels } of open) waiting.set(labels, count);
  gauge("oldest_due_seconds", "How long the oldest waiting message has been due").set(oldestDueSeconds);
  const late = gauge("lateness_seconds", "From a message's time to its sending, in the last hour", ["quantile"]);
  if (lateness) {
    late.set({ quantile: "0.5" }, lateness.p50);
    late.set({ quantile: "0.99" }, lateness.p99);
  }
  const day = gauge("messages_last_day", "Messages made in the last 24 hours", ["kind", "channel", "state"]);
  for (const { count, ...labels } of lastDay) day.set(labels, count);
  gauge("copies_last_day", "Messages sent twice in the last 24 hours").set(copies);
  const charged = gauge("charged_messages", `Messages of the last ${chargedDays} days that a provider charges for`, [
    "channel",
  ]);
  for (const [channel, count] of Object.entries(await countChargedMessages(database(), now)))
    charged.set({ channel }, count);
  gauge("backup_failed", "1 if the last nightly backup failed").set((await findBackupFailure(database())) ? 1 : 0);
  return `${await ofMessages.metrics()}\n${await ofProcess.metrics()}`;
}
