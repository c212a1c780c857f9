import { setTimeout as pause } from "node:timers/promises";
import { laterBy, nowIso } from "#app/domain/core/time.ts";
import { listProcesses, processRunning } from "../../integration/server/processes.ts";
import { startMila } from "../../support/product/mila.ts";
import { readOutcome } from "../outcome.ts";
import { startProvider } from "../provider.ts";
import { makeDue, seedReminders } from "../reminders.ts";
import { judge, type Row } from "../row.ts";
import { until, untilFinished } from "../waiting.ts";
import { builtWorker } from "../../../scripts/start/built.ts";

const replacedWithinMs = 80_000;
/** After three minutes without a worker, plus a check and a restart. */
const reportedWithinMs = 210_000;

/**
 * Stopped with SIGSTOP under `npm start`: at full size also each worker that is started instead,
 * for three minutes.
 */
export const workerHangs: Row = {
  name: "worker-hangs",
  fault: "the worker hangs; then no worker starts",
  count: 20,
  quickCount: 20,
  isLong: true,
  async run({ count, isQuick, installation }) {
    const { db, folder, settings } = installation;
    await using twilio = await startProvider(installation, "twilio");
    await using mila = await startMila({ ...settings, DATA_DIR: folder });
    const { reminderIds } = await seedReminders(db, count);
    const status = async (path: string) => (await fetch(mila.url + path)).status;
    const worker = () => processRunning(builtWorker, listProcesses(mila.process.pid ?? 0));
    await until(async () => (await status("/health/ready")) === 200);

    // Due only then: a worker that stops in a transaction keeps others from writing.
    await makeDue(db, reminderIds, laterBy(nowIso(), { seconds: 3 }));
    const hanging = worker();
    process.kill(hanging, "SIGSTOP");
    const noticedMs = await until(
      async () => (await status("/health/ready")) === 503,
      replacedWithinMs,
    );
    const replacedMs = await until(() => ![0, hanging].includes(worker()), replacedWithinMs);
    await untilFinished(db);
    const { lost, extra, sent } = await readOutcome(db, twilio.accepted());
    const down = isQuick ? null : await keepDown(worker, () => status("/health/live"));
    return judge(
      { messages: count, lost, extra, ...down?.figures },
      {
        "a hanging worker is noticed": noticedMs !== null,
        "it is replaced": replacedMs !== null,
        "nothing is lost": lost === 0 && sent === count,
        "no extra copy": extra === 0,
        ...down?.holds,
      },
    );
  },
};

/** Stops each worker as it starts, until the container's check fails, and then lets one run. */
async function keepDown(worker: () => number, live: () => Promise<number>) {
  const stopping = new AbortController();
  const stopped = stopEach(worker, stopping.signal);
  const failedMs = await until(async () => (await live()) === 503, reportedWithinMs);
  stopping.abort();
  const workers = await stopped;
  const backMs = await until(async () => (await live()) === 200, replacedWithinMs);
  return {
    figures: {
      "workers stopped": workers,
      "check failed after (s)": Math.round((failedMs ?? 0) / 1_000),
    },
    holds: {
      "without a worker for three minutes, the container's check fails":
        failedMs !== null && failedMs > 170_000,
      "with a worker, it passes again": backMs !== null,
    },
  };
}

async function stopEach(worker: () => number, signal: AbortSignal): Promise<number> {
  const stopped = new Set<number>();
  while (!signal.aborted) {
    const pid = worker();
    if (pid > 0 && !stopped.has(pid)) {
      process.kill(pid, "SIGSTOP");
      stopped.add(pid);
    }
    await pause(20);
  }
  return stopped.size;
}
