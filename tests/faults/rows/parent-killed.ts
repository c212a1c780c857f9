import { setTimeout as pause } from "node:timers/promises";
import { isRunning, listProcesses } from "../../integration/server/processes.ts";
import { startMila } from "../../support/product/mila.ts";
import { readOutcome } from "../outcome.ts";
import { startProvider } from "../provider.ts";
import { makeDue, seedReminders } from "../reminders.ts";
import { judge, type Row } from "../row.ts";
import { endLeases, until, untilFinished } from "../waiting.ts";

const rowsEachKill = 20;
/** A stop takes 8 s at most. A busy machine may need longer. */
const endedWithinMs = 20_000;
const gaveUpAfterMs = 120_000;

/**
 * Without a parent, nobody would start them again, and the next `npm start` would find the data
 * folder in use.
 */
export const parentKilled: Row = {
  name: "parent-killed",
  fault: "npm start killed (SIGKILL) while its worker sends",
  count: 10,
  quickCount: 2,
  isLong: true,
  async run({ count: kills, isQuick, random, installation }) {
    const { db, folder, settings } = installation;
    await using twilio = await startProvider(installation, "twilio");
    await twilio.behave({ type: "slow", answerMs: 400 });
    const { reminderIds } = await seedReminders(db, kills * rowsEachKill);
    const start = () => startMila({ ...settings, DATA_DIR: folder });
    let survivors = 0;
    let slowestMs = 0;
    for (let kill = 0; kill < kills; kill += 1) {
      const mila = await start();
      await makeDue(db, reminderIds.slice(kill * rowsEachKill, (kill + 1) * rowsEachKill));
      const isSending = db.selectFrom("deliveries").select("id").where("state", "=", "sending");
      await until(async () => Boolean(await isSending.executeTakeFirst()));
      await pause(random.whole(0, 800));
      const processes = listProcesses(mila.process.pid ?? 0);
      mila.process.kill("SIGKILL");
      const endedMs = await until(() => !processes.some(isRunning), gaveUpAfterMs);
      if (endedMs === null) survivors += processes.filter(isRunning).length;
      slowestMs = Math.max(slowestMs, endedMs ?? gaveUpAfterMs);
    }
    if (isQuick) await endLeases(db);
    await using _mila = await start();
    await untilFinished(db);
    const { lost, extra, sent, isSound } = await readOutcome(db, twilio.accepted());
    return judge(
      {
        kills,
        messages: reminderIds.length,
        lost,
        extra,
        "left running": survivors,
        "slowest end (ms)": slowestMs,
      },
      {
        "nothing is lost": lost === 0 && sent === reminderIds.length,
        "no extra copy where the provider can be asked": extra === 0,
        "nothing runs on without its parent": survivors === 0,
        "the database is sound": isSound,
      },
      { "children end within 20 s": slowestMs <= endedWithinMs },
    );
  },
};
