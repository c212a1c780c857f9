import { setTimeout as pause } from "node:timers/promises";
import { nowIso } from "#app/domain/core/time.ts";
import { isUnfinished } from "../../faults/outcome.ts";
import type { Installation } from "../../faults/installation.ts";
import { startWorker } from "../../faults/program.ts";
import { startProvider } from "../../faults/provider.ts";
import { startRedis } from "../../faults/redis.ts";
import { timeOfRun } from "./fill.ts";
import { cpuMs, peakMegabytes } from "./processes.ts";
import { countStatements, startCounting } from "./statements.ts";

const answerMs = 20;
/** Seldom, because each look costs the database something, too. */
const lookEveryMs = 1_000;
const longestMs = 3_600_000;

/** Makes a run's reminders due at once, and measures until all of them have gone out. */
export async function burstFigures(
  installation: Installation,
  { run, count, most }: { run: number; count: number; most: number },
) {
  const { db, postgres } = installation;
  await using twilio = await startProvider(installation, "twilio");
  await twilio.behave({ type: "slow", answerMs });
  await using _redis = await startRedis(installation);
  await using stack = new AsyncDisposableStack();
  const workers = await Promise.all(
    Array.from({ length: count }, async () => stack.use(await startWorker(installation))),
  );
  const databaseCpu = () => (postgres ? cpuMs(postgres.pid()) : 0);
  const workersCpu = () => workers.reduce((sum, { pid }) => sum + cpuMs(pid), 0);
  if (postgres) await startCounting(db);
  const before = { database: databaseCpu(), workers: workersCpu() };
  const at = nowIso();
  const { numUpdatedRows } = await db
    .updateTable("reminders")
    .set({ scheduled_at: at, planned_at: at })
    .where("id", "in", (from) =>
      from
        .selectFrom("reminders")
        .select("id")
        .where("status", "=", "pending")
        .where("scheduled_at", "=", timeOfRun(run))
        .limit(most),
    )
    .executeTakeFirstOrThrow();
  const startedAt = performance.now();
  while (await isUnfinished(db)) {
    if (performance.now() - startedAt > longestMs)
      throw new Error("Not all messages went out in an hour");
    await pause(lookEveryMs);
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  const messages = Number(numUpdatedRows);
  const accepted = twilio.accepted().length;
  const aMessage = (all: number) => Math.round((all / messages) * 100) / 100;
  return {
    messages,
    accepted,
    seconds: Math.round(seconds),
    "a second": Math.round(messages / seconds),
    ...(postgres && {
      "statements a message": aMessage(await countStatements(db)),
      "database's CPU a message (ms)": aMessage(databaseCpu() - before.database),
    }),
    "workers' CPU a message (ms)": aMessage(workersCpu() - before.workers),
    "a worker's memory (MB)": Math.max(...workers.map(({ pid }) => peakMegabytes(pid))),
  };
}
