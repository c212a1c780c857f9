import { join } from "node:path";
import { newInstallation } from "../installation.ts";
import { measureArrivals } from "../lateness.ts";
import { readOutcome } from "../outcome.ts";
import { startWorker } from "../program.ts";
import { startProvider } from "../provider.ts";
import { startRedis, untilUsed } from "../redis.ts";
import { makeDue, seedReminders } from "../reminders.ts";
import { judge, type Row, skip } from "../row.ts";
import { untilFinished } from "../waiting.ts";

export const sharedRedis: Row = {
  name: "shared-redis",
  fault: "two instances on one Redis",
  count: 400,
  async run({ count, installation: one }) {
    await using other = await newInstallation(join(one.folder, "other"));
    await using redis = await startRedis(one);
    if (!redis) return skip("redis-server is not installed");
    Object.assign(other.settings, { REDIS_URL: one.settings.REDIS_URL });
    const both = [one, other];
    await using stack = new AsyncDisposableStack();
    const providers = await Promise.all(both.map((mila) => startProvider(mila, "twilio")));
    const seeded = await Promise.all(both.map(({ db }) => seedReminders(db, count)));
    for (const provider of providers) stack.use(provider);
    for (const mila of both) stack.use(await startWorker(mila));
    // Until then they send from the database, and would not meet.
    await Promise.all(both.map(({ db }) => untilUsed(db, 1)));
    await Promise.all(both.map(({ db }, index) => makeDue(db, seeded[index]?.reminderIds ?? [])));
    await Promise.all(both.map(({ db }) => untilFinished(db)));
    const outcomes = await Promise.all(
      both.map(({ db }, index) => readOutcome(db, providers[index]!.accepted())),
    );
    const late = await Promise.all(
      both.map(({ db }, index) => measureArrivals(db, providers[index]!.accepted())),
    );
    const latestMs = Math.max(...late.flat());
    // A job that the other instance took would be enqueued again only then.
    const lostJobMs = 15_000;
    return judge(
      {
        messages: 2 * count,
        lost: outcomes.reduce((sum, { lost }) => sum + lost, 0),
        extra: outcomes.reduce((sum, { extra }) => sum + extra, 0),
        "latest (ms)": latestMs,
      },
      {
        "nothing is lost": outcomes.every(({ lost, sent }) => lost === 0 && sent === count),
        "no extra copy": outcomes.every(({ extra }) => extra === 0),
        "neither takes the other's jobs": latestMs < lostJobMs,
      },
      { "as late as alone": latestMs < lostJobMs / 2 },
    );
  },
};
