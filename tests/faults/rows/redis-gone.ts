import { setTimeout as pause } from "node:timers/promises";
import { newFamilyAtWeb } from "../family-at-web.ts";
import { measureLateness } from "../lateness.ts";
import { readOutcome } from "../outcome.ts";
import { browse } from "../pages.ts";
import { startWeb, startWorker } from "../program.ts";
import { startProvider } from "../provider.ts";
import { type RedisServer, startRedis, untilUsed } from "../redis.ts";
import { makeDue, seedReminders } from "../reminders.ts";
import { judge, type Row, skip } from "../row.ts";
import { until, untilFinished } from "../waiting.ts";

/** Two workers send 100 at once and take some jobs ahead, so that others wait in Redis. */
const eachTime = 300;
/** Down at the start; then flushed and killed under load repeatedly; then down for two minutes. */
export const redisGone: Row = {
  name: "redis-gone",
  fault: "Redis down at the start, flushed, killed and restarted, down for 2 min",
  count: 10,
  isLong: true,
  async run({ count, isQuick, random, installation }) {
    const { db } = installation;
    await using twilio = await startProvider(installation, "twilio");
    await twilio.behave({ type: "slow", answerMs: isQuick ? 1_000 : 300 });
    await using redis = await startRedis(installation, false);
    if (!redis) return skip("redis-server is not installed");
    const downTurns = isQuick ? 2 : 60;
    const { reminderIds } = await seedReminders(db, (1 + 2 * count + downTurns) * eachTime);
    let turn = 0;
    const makeSomeDue = () =>
      makeDue(db, reminderIds.slice(turn * eachTime, (turn += 1) * eachTime));

    await using web = await startWeb(installation);
    const family = await newFamilyAtWeb(db, web.url);
    await installation.liftAddingLimit();
    const browsing = browse(family);
    await using _one = await startWorker(installation);
    await using _two = await startWorker(installation);
    await makeSomeDue();
    await untilFinished(db);
    await redis.start();
    let wiped = 0;
    // Lost messages never arrive: don't wait for them in every round.
    let isAllSent = true;
    for (let time = 0; time < count && isAllSent; time += 1) {
      await untilUsed(db, 2);
      await makeSomeDue();
      await untilSomeWait(redis);
      await pause(random.whole(0, 300));
      wiped += await redis.flush();
      await makeSomeDue();
      await untilSomeWait(redis);
      await pause(random.whole(0, 300));
      await redis.kill();
      await redis.start();
      isAllSent = (await untilFinished(db)) !== null;
    }
    await redis.kill();
    for (let second = 0; second < downTurns; second += 1) {
      await makeSomeDue();
      await pause(2_000);
    }
    await redis.start();
    if (isAllSent) await untilFinished(db);
    const pages = await browsing.end();
    const { lost, extra, sent } = await readOutcome(db, twilio.accepted());
    const lateMs = (await measureLateness(db)).at(-1) ?? 0;
    return judge(
      {
        messages: reminderIds.length,
        "wiped in Redis": wiped,
        lost,
        extra,
        "latest (s)": Math.round(lateMs / 1_000),
        "pages p99 (ms)": pages.p99,
      },
      {
        "work was in Redis when it was wiped": wiped > 0,
        "nothing is lost": lost === 0 && sent >= reminderIds.length,
        "no extra copy": extra === 0,
        "pages are unaffected": pages.failed === 0,
      },
      {
        "nothing is later than 30 s": lateMs <= 30_000,
        "pages answer in 500 ms (p99)": pages.p99 < 500,
      },
    );
  },
};

function untilSomeWait(redis: RedisServer): Promise<unknown> {
  return until(async () => (await redis.countWaiting()) > 0);
}
