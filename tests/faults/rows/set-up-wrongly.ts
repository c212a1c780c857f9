import { nowIso } from "#app/domain/core/time.ts";
import { countUnfinished, readOutcome } from "../outcome.ts";
import { startWorker } from "../program.ts";
import { startProvider } from "../provider.ts";
import { makeDue, seedReminders } from "../reminders.ts";
import { judge, type Row } from "../row.ts";
import { until, untilFinished } from "../waiting.ts";

export const setUpWrongly: Row = {
  name: "set-up-wrongly",
  fault: "the provider does not know our key; later it does",
  count: 200,
  async run({ count, installation }) {
    const { db } = installation;
    await using twilio = await startProvider(installation, "twilio");
    await twilio.behave({ type: "refusing", code: 20003 });
    const { reminderIds } = await seedReminders(db, count);
    await makeDue(db, reminderIds);
    await using _worker = await startWorker(installation);
    const pauses = db.selectFrom("channel_pauses").selectAll();
    const isPaused = (await until(async () => (await pauses.execute()).length > 0)) !== null;
    // Messages in flight when the channel paused are refused too, and extend the pause.
    const sending = db.selectFrom("deliveries").select("id").where("state", "=", "sending");
    await until(async () => (await sending.execute()).length === 0);
    const unfinished = await countUnfinished(db);
    const refusals = (await twilio.sendRequests()).length;
    await twilio.behave({ type: "helpful" });
    // Skips the ten-minute pause.
    await db.updateTable("channel_pauses").set({ until: nowIso() }).execute();
    await untilFinished(db);
    const { lost, extra, sent } = await readOutcome(db, twilio.accepted());
    return judge(
      { messages: count, lost, extra, "requests before the pause": refusals },
      {
        "the channel pauses, and what is to go out stays": isPaused && unfinished === count,
        "it is not asked again and again": refusals <= count,
        "nothing is lost": lost === 0 && sent === count,
        "no extra copy": extra === 0,
      },
    );
  },
};
