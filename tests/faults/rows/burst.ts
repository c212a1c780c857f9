import { readFileSync } from "node:fs";
import { newFamilyAtWeb } from "../family-at-web.ts";
import { measureLateness } from "../lateness.ts";
import { readOutcome } from "../outcome.ts";
import { browse } from "../pages.ts";
import { startWeb, startWorker } from "../program.ts";
import { startProvider } from "../provider.ts";
import { startRedis } from "../redis.ts";
import { makeDue, seedReminders } from "../reminders.ts";
import { judge, type Row } from "../row.ts";
import { untilFinished } from "../waiting.ts";

export const burst: Row = {
  name: "burst",
  fault: "many reminders due at the same minute, 2 workers, answers after 20 ms",
  count: 100_000,
  quickCount: 500,
  isLong: true,
  isAlone: true,
  async run({ count, installation }) {
    const { db } = installation;
    await using twilio = await startProvider(installation, "twilio");
    await twilio.behave({ type: "slow", answerMs: 20 });
    await using _redis = await startRedis(installation);
    const { reminderIds } = await seedReminders(db, count);
    await using web = await startWeb(installation);
    const family = await newFamilyAtWeb(db, web.url);
    await installation.liftAddingLimit();
    await using one = await startWorker(installation);
    await using other = await startWorker(installation);
    await makeDue(db, reminderIds);
    const browsing = browse(family);
    const drainedMs = await untilFinished(db, 1_800_000);
    const pages = await browsing.end();
    const memory = Math.max(...[one, other].map(({ pid }) => peakMegabytes(pid)));
    const { lost, extra, sent, isSound } = await readOutcome(db, twilio.accepted());
    const seconds = Math.round((drainedMs ?? Infinity) / 100) / 10;
    const late = await measureLateness(db);
    return judge(
      {
        reminders: count,
        lost,
        extra,
        "drained (s)": seconds,
        "half after (s)": Math.round((late[Math.floor(late.length / 2)] ?? 0) / 1_000),
        "pages p99 (ms)": pages.p99,
        "a worker's memory (MB)": memory,
      },
      {
        "nothing is lost": lost === 0 && sent === count,
        "no extra copy": extra === 0,
        "pages are there": pages.failed === 0,
        "a worker needs less than 512 MB": memory < 512,
        "the database is sound": isSound,
      },
      { "drained in 120 s": seconds <= 120, "pages answer in 500 ms (p99)": pages.p99 < 500 },
    );
  },
};

/** A process's peak memory on Linux, else 0. */
function peakMegabytes(pid: number): number {
  try {
    return Math.round(
      Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1_024,
    );
  } catch {
    return 0;
  }
}
