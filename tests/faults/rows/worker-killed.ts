import { setTimeout as pause } from "node:timers/promises";
import { smtpConnections } from "#app/services/smtp/pool.server.ts";
import { readOutcome } from "../outcome.ts";
import { type Program, startWorker } from "../program.ts";
import { startProvider } from "../provider.ts";
import { startRedis } from "../redis.ts";
import { makeDue, seedReminders } from "../reminders.ts";
import { judge, type Row } from "../row.ts";
import { endLeases, untilFinished } from "../waiting.ts";

/**
 * A quick run has fewer messages but slower answers, so just as many are in flight at each kill.
 */
const full = { rowsEachKill: 200, answerMs: 0 };
const quick = { rowsEachKill: 60, answerMs: 300 };

/** Four workers, with Redis if installed, and something to send at each kill. */
export const workerKilled: Row = {
  name: "worker-killed",
  fault: "worker killed at random, 4 workers, something to send at each kill",
  count: 100,
  quickCount: 5,
  isLong: true,
  async run({ count: kills, isQuick, random, installation }) {
    const { db } = installation;
    const { rowsEachKill, answerMs } = isQuick ? quick : full;
    await using twilio = await startProvider(installation, "twilio");
    await twilio.behave({ type: "slow", answerMs });
    await using smtp = await startProvider(installation, "smtp");
    await using _redis = await startRedis(installation);
    const { reminderIds } = await seedReminders(db, kills * rowsEachKill, {
      isByEmail: (person) => person % 10 === 9,
      // A lookup by number and words must not take one message for the other.
      alike: 2,
    });
    await using workers = new AsyncDisposableStack();
    const startOne = async () => workers.use(await startWorker(installation));
    let running: Program[] = await Promise.all([startOne(), startOne(), startOne(), startOne()]);

    for (let kill = 0; kill < kills; kill += 1) {
      await makeDue(db, reminderIds.slice(kill * rowsEachKill, (kill + 1) * rowsEachKill));
      await pause(random.whole(0, 1_500));
      const victim = random.pick(running);
      await victim.kill();
      running = [...running.filter((worker) => worker !== victim), await startOne()];
    }
    if (isQuick) {
      await Promise.all(running.map((worker) => worker.kill()));
      await endLeases(db);
      await startOne();
    }
    const drainedMs = await untilFinished(db);
    const { lost, unconfirmed, maxCopies, sent, isSound } = await readOutcome(db, [
      ...twilio.accepted(),
      ...smtp.accepted(),
    ]);
    const texts = await readOutcome(db, twilio.accepted());
    const mails = await readOutcome(db, smtp.accepted());
    return judge(
      {
        kills,
        rows: reminderIds.length,
        lost,
        "extra asked": texts.extra,
        "extra unasked": mails.extra,
        unconfirmed,
        maxCopies,
      },
      {
        "nothing is lost": lost === 0 && sent === reminderIds.length,
        "no extra copy where the provider can be asked": texts.extra === 0,
        "one extra copy a kill and connection at most where it cannot":
          mails.extra <= kills * smtpConnections && maxCopies <= 2,
        "the database is sound": isSound,
      },
      { "nothing is stuck over 2 min": drainedMs !== null && drainedMs < 120_000 },
    );
  },
};
