import { setTimeout as pause } from "node:timers/promises";
import type { Kysely } from "kysely";
import type { Database } from "#db/schema.ts";
import { readOutcome } from "../outcome.ts";
import { startWorker } from "../program.ts";
import { startProvider } from "../provider.ts";
import { usePush } from "../push-devices.ts";
import { makeDue, seedReminders } from "../reminders.ts";
import { judge, type Row } from "../row.ts";
import { endLeases, untilFinished } from "../waiting.ts";

const rowsEachKill = 60;
const answerMs = 200;

/** A copy replaces the notification before it, so those in flight at a kill may go out again. */
export const pushKilled: Row = {
  name: "push-killed",
  fault: "worker killed at random while it pushes, 2 workers",
  count: 100,
  quickCount: 4,
  isLong: true,
  async run({ count: kills, isQuick, random, installation }) {
    const { db } = installation;
    await using push = await startProvider(installation, "push");
    await push.behave({ type: "slow", answerMs });
    const { reminderIds, people } = await seedReminders(db, kills * rowsEachKill);
    await usePush(db, people, push.settings);
    await using workers = new AsyncDisposableStack();
    const startOne = async () => workers.use(await startWorker(installation));
    let [victim, other] = [await startOne(), await startOne()];
    for (let kill = 0; kill < kills; kill += 1) {
      await makeDue(db, reminderIds.slice(kill * rowsEachKill, (kill + 1) * rowsEachKill));
      await pause(random.whole(0, 1_500));
      await victim.kill();
      [victim, other] = [other, await startOne()];
    }
    if (isQuick) {
      await Promise.all([victim.kill(), other.kill()]);
      await endLeases(db);
      await startOne();
    }
    const drainedMs = await untilFinished(db);
    const accepted = push.accepted();
    const { lost, extra, maxCopies, sent, isSound } = await readOutcome(db, accepted);
    const givenUp = await listCrashed(db);
    const arrived = new Set(accepted.map(({ deliveryId }) => deliveryId));
    const unseen = givenUp.filter((id) => !arrived.has(id)).length;
    return judge(
      {
        kills,
        rows: reminderIds.length,
        lost,
        extra,
        "given up": givenUp.length,
        unseen,
        maxCopies,
      },
      {
        "nothing is lost": lost === 0 && sent + givenUp.length === reminderIds.length,
        "what was given up had begun, and arrived": unseen === 0,
        "a copy replaces the notification before it":
          arrived.size >= sent && arrived.size <= reminderIds.length,
        "three copies at most, where two workers died": maxCopies <= 3,
        "the database is sound": isSound,
      },
      { "nothing is stuck over 2 min": drainedMs !== null && drainedMs < 120_000 },
    );
  },
};

/** Their requests had begun at three kills, and their users are told: docs/delivery.md. */
async function listCrashed(db: Kysely<Database>): Promise<string[]> {
  const crashed = db
    .selectFrom("deliveries")
    .where("state", "=", "failed")
    .where("reason", "=", "crashed");
  return (await crashed.select("id").execute()).map(({ id }) => id);
}
