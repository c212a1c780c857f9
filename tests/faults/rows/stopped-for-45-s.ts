import { setTimeout as pause } from "node:timers/promises";
import { laterBy, nowIso } from "#app/domain/core/time.ts";
import { readOutcome } from "../outcome.ts";
import { startWorker } from "../program.ts";
import { startProvider } from "../provider.ts";
import { startRedis } from "../redis.ts";
import { makeDue, seedReminders } from "../reminders.ts";
import { judge, type Row } from "../row.ts";
import { untilFinished } from "../waiting.ts";

const stoppedMs = 45_000;
const rowsEachStop = 20;

/** All at once beside one that runs, since waiting one after the other proves no more. */
export const stoppedFor45Seconds: Row = {
  name: "stopped-for-45-s",
  fault: "workers, and Redis too, stopped (SIGSTOP) for 45 s while sending, and let go",
  count: 10,
  quickCount: 2,
  isLong: true,
  async run({ count: stops, random, installation }) {
    const { db } = installation;
    await using twilio = await startProvider(installation, "twilio");
    await twilio.behave({ type: "slow", answerMs: 1_500 });
    await using redis = await startRedis(installation);
    const { reminderIds } = await seedReminders(db, stops * rowsEachStop + rowsEachStop, {
      alike: 2,
    });
    await using workers = new AsyncDisposableStack();
    const startOne = async () => workers.use(await startWorker(installation));
    const [, ...stopped] = await Promise.all(Array.from({ length: stops + 1 }, startOne));
    // Before the stops: a worker that stops in a transaction keeps others from writing.
    await makeDue(db, reminderIds.slice(stops * rowsEachStop), laterBy(nowIso(), { seconds: 5 }));
    await makeDue(db, reminderIds.slice(0, stops * rowsEachStop));
    await Promise.all(
      stopped.map(async ({ pid }) => {
        await pause(random.whole(500, 2_500));
        process.kill(pid, "SIGSTOP");
      }),
    );
    redis?.signal("SIGSTOP");
    await pause(stoppedMs);
    for (const { pid } of stopped) process.kill(pid, "SIGCONT");
    redis?.signal("SIGCONT");
    await untilFinished(db);
    const { lost, extra, sent, isSound } = await readOutcome(db, twilio.accepted());
    return judge(
      { stops, messages: reminderIds.length, lost, extra },
      {
        "nothing is lost": lost === 0 && sent === reminderIds.length,
        "no extra copy where the provider can be asked": extra === 0,
        "the database is sound": isSound,
      },
    );
  },
};
