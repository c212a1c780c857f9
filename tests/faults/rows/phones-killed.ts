import { setTimeout as pause } from "node:timers/promises";
import { readOutcome } from "../outcome.ts";
import { type Program, startWorker } from "../program.ts";
import { startProvider } from "../provider.ts";
import { makeDue, seedReminders } from "../reminders.ts";
import { judge, type Row } from "../row.ts";
import { endLeases, untilFinished } from "../waiting.ts";

const rowsEachKill = 20;
const answerMs = 100;
/** Each worker sends four at a time to each of both. */
const inFlight = 8;

/** Nobody can be asked what arrived, so each message in flight goes out once more, once. */
export const phonesKilled: Row = {
  name: "phones-killed",
  fault: "worker killed at random, 2 workers, messages in flight by ntfy and Telegram",
  count: 100,
  quickCount: 4,
  isLong: true,
  async run({ count: kills, random, installation }) {
    const { db } = installation;
    await using ntfy = await startProvider(installation, "ntfy");
    await using telegram = await startProvider(installation, "telegram");
    for (const provider of [ntfy, telegram]) await provider.behave({ type: "slow", answerMs });
    const { reminderIds } = await seedReminders(db, kills * rowsEachKill, {
      chosenChannel: (person) => (person % 2 === 0 ? "ntfy" : "telegram"),
      eachPerson: 4,
    });
    await using workers = new AsyncDisposableStack();
    const startOne = async () => workers.use(await startWorker(installation));
    let running: Program[] = await Promise.all([startOne(), startOne()]);
    for (let kill = 0; kill < kills; kill += 1) {
      await makeDue(db, reminderIds.slice(kill * rowsEachKill, (kill + 1) * rowsEachKill));
      await pause(random.whole(0, 1_500));
      const victim = random.pick(running);
      await victim.kill();
      running = [...running.filter((worker) => worker !== victim), await startOne()];
    }
    await endLeases(db);
    const drainedMs = await untilFinished(db);
    const accepted = [...ntfy.accepted(), ...telegram.accepted()];
    const { lost, extra, unconfirmed, maxCopies, sent, isSound } = await readOutcome(db, accepted);
    return judge(
      { kills, rows: reminderIds.length, lost, extra, unconfirmed, maxCopies },
      {
        "nothing is lost": lost === 0 && sent === reminderIds.length,
        "one extra copy of what was in flight at most": extra <= kills * inFlight && maxCopies <= 2,
        "the database is sound": isSound,
      },
      { "nothing is stuck over 2 min": drainedMs !== null && drainedMs < 120_000 },
    );
  },
};
