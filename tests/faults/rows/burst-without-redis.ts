import { laterBy, nowIso } from "#app/domain/core/time.ts";
import { readOutcome } from "../outcome.ts";
import { startWorker } from "../program.ts";
import { startProvider } from "../provider.ts";
import { makeDue, seedReminders } from "../reminders.ts";
import { requestReset } from "../request-reset.ts";
import { judge, type Row } from "../row.ts";
import { until, untilFinished } from "../waiting.ts";
import { longestBlock, watchLoop } from "../watch-loop.ts";

const drainTimeoutMs = 1_800_000;

export const burstWithoutRedis: Row = {
  name: "burst-without-redis",
  fault: "many reminders due at once without Redis, by SMS and email, a reset beside them",
  count: 100_000,
  quickCount: 500,
  isLong: true,
  isAlone: true,
  async run({ count, isQuick, installation }) {
    const { db, folder } = installation;
    await using twilio = await startProvider(installation, "twilio");
    await using postmark = await startProvider(installation, "postmark");
    for (const provider of [twilio, postmark])
      await provider.behave({ type: "slow", answerMs: 20 });
    const { reminderIds, people } = await seedReminders(db, count, {
      isByEmail: (person) => person % 2 === 0,
    });
    await using _worker = await startWorker(installation, {
      more: { REDIS_URL: "", ...watchLoop },
    });
    const dueAt = laterBy(nowIso(), { seconds: isQuick ? 10 : 30 });
    await makeDue(db, reminderIds, dueAt);
    const isReadyInTime = nowIso() < dueAt;
    const accepted = () => [...twilio.accepted(), ...postmark.accepted()];
    await until(() => accepted().length > 0);
    const reset = await requestReset(db, people.at(-1)?.email ?? "", postmark.accepted);
    const drainedMs = await untilFinished(db, drainTimeoutMs);
    const firstMs = Math.min(...accepted().map(({ at }) => at)) - Date.parse(dueAt);
    const blocked = longestBlock(folder, Date.parse(dueAt));
    const { lost, extra, sent, isSound } = await readOutcome(db, accepted());
    return judge(
      {
        reminders: count,
        lost,
        extra,
        "first after (ms)": firstMs,
        "reset after (ms)": reset.afterMs,
        "loop blocked at most (ms)": blocked.ms,
        "of its own work (ms)": blocked.workMs,
        "drained (s)": Math.round((drainedMs ?? Infinity) / 1_000),
      },
      {
        "all fall due at once": isReadyInTime,
        "nothing is lost": lost === 0 && sent === count,
        "no extra copy": extra === 0,
        "the database is sound": isSound,
      },
      {
        "the first message leaves within 1 s": firstMs <= 1_000,
        "the reset leaves within 5 s": reset.afterMs <= 5_000,
        "the loop is never blocked over 100 ms": blocked.ms <= 100,
      },
    );
  },
};
