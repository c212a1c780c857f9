import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type Installation, newInstallation } from "../faults/installation.ts";
import { measureLateness } from "../faults/lateness.ts";
import { startProgram, startWorker } from "../faults/program.ts";
import { startProvider } from "../faults/provider.ts";
import { makeDue, seedReminders } from "../faults/reminders.ts";
import { untilFinished } from "../faults/waiting.ts";
import { addTasks } from "../support/records/backup.ts";

const [kilobytes, everyMs, reminders] = [150_000, 200, 600];

/**
 * Time and memory of backing up a large database, and how late reminders are meanwhile and
 * otherwise.
 */
export async function backupFigures() {
  const folder = mkdtempSync(join(tmpdir(), "mila-bench-"));
  try {
    await using installation = await newInstallation(folder);
    await using _twilio = await startProvider(installation, "twilio");
    await addTasks(installation.db, kilobytes, "Errand");
    const { reminderIds } = await seedReminders(installation.db, reminders);
    await using _worker = await startWorker(installation);
    const quiet = await lateWhile(
      installation,
      reminderIds.splice(0, reminders / 2),
      pause(10_000),
    );
    await using backup = startProgram(installation, [
      "scripts/backup.ts",
      join(folder, "backup.db"),
    ]);
    const startedAt = performance.now();
    let peak = 0;
    const watch = setInterval(() => (peak = Math.max(peak, readMegabytes(backup.pid))), 50);
    const seconds = backup.ended.then(() => (performance.now() - startedAt) / 1_000);
    const busy = await lateWhile(installation, reminderIds, seconds);
    clearInterval(watch);
    return {
      "database (MB)": Math.round(statSync(join(folder, "mila.db")).size / 1e6),
      "backup (s)": Math.round((await seconds) * 10) / 10,
      "its memory at most (MB)": peak,
      "p99 late without (ms)": quiet,
      "p99 late meanwhile (ms)": busy,
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The 99th percentile of how late messages leave while the work runs, in milliseconds. */
async function lateWhile(
  { db }: Installation,
  ids: string[],
  work: Promise<unknown>,
): Promise<number> {
  await db.deleteFrom("deliveries").execute();
  const done = new AbortController();
  void work.then(() => done.abort());
  while (!done.signal.aborted && ids.length > 0) {
    await makeDue(db, ids.splice(0, 1));
    await pause(everyMs);
  }
  await untilFinished(db, 60_000);
  const late = await measureLateness(db);
  return late[Math.floor(late.length * 0.99)] ?? Number.NaN;
}

function readMegabytes(pid: number): number {
  try {
    return Math.round(
      Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) /
        1_024,
    );
  } catch {
    return 0;
  }
}
