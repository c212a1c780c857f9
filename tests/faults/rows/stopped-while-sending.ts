import { setTimeout as pause } from "node:timers/promises";
import { isUnfinished, readOutcome } from "../outcome.ts";
import { startWorker } from "../program.ts";
import { startProvider } from "../provider.ts";
import { makeDue, seedReminders } from "../reminders.ts";
import { judge, type Row } from "../row.ts";
import { endLeases, until, untilFinished } from "../waiting.ts";

const rowsEachStop = 30;

/** One user's messages are answered too late for the shutdown. */
export const stoppedWhileSending: Row = {
  name: "stopped-while-sending",
  fault: "SIGTERM while sending",
  count: 50,
  isLong: true,
  async run({ count, isQuick, random, installation }) {
    const { db } = installation;
    await using twilio = await startProvider(installation, "twilio");
    const { reminderIds, people } = await seedReminders(db, count * rowsEachStop, {
      eachPerson: rowsEachStop,
    });
    await twilio.behave(
      { type: "slow", answerMs: 9_500, to: people[0]?.phone ?? "" },
      { type: "slow", answerMs: random.whole(50, 400) },
    );
    const stopsMs: number[] = [];
    for (let stop = 0; stop < count; stop += 1) {
      await makeDue(db, reminderIds.slice(stop * rowsEachStop, (stop + 1) * rowsEachStop));
      await using worker = await startWorker(installation);
      const isSending = db.selectFrom("deliveries").select("id").where("state", "=", "sending");
      await until(
        async () => Boolean(await isSending.executeTakeFirst()) || !(await isUnfinished(db)),
      );
      await pause(random.whole(0, 300));
      stopsMs.push(await worker.stop());
    }
    const cutOff = await db
      .selectFrom("deliveries")
      .select("id")
      .where("state", "=", "sending")
      .execute();
    if (isQuick) await endLeases(db);
    await using _worker = await startWorker(installation);
    await untilFinished(db);
    const { lost, extra, sent } = await readOutcome(db, twilio.accepted());
    const slowest = Math.max(...stopsMs);
    return judge(
      {
        stops: count,
        messages: reminderIds.length,
        "cut off": cutOff.length,
        lost,
        extra,
        "slowest stop (ms)": Math.round(slowest),
      },
      {
        "some are cut off and asked about": cutOff.length > 0,
        "nothing is lost": lost === 0 && sent === reminderIds.length,
        "no extra copy": extra === 0,
      },
      { "out in 8 s": slowest < 8_000 },
    );
  },
};
