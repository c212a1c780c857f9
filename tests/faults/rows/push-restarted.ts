import { readOutcome } from "../outcome.ts";
import { startWorker } from "../program.ts";
import { startProvider } from "../provider.ts";
import { usePush } from "../push-devices.ts";
import { makeDue, seedReminders } from "../reminders.ts";
import { judge, type Row } from "../row.ts";
import { until, untilFinished } from "../waiting.ts";

export const pushRestarted: Row = {
  name: "push-restarted",
  fault: "the push service is gone, and comes back",
  count: 200,
  async run({ count, installation }) {
    const { db } = installation;
    const first = await startProvider(installation, "push");
    const { reminderIds, people } = await seedReminders(db, count);
    await usePush(db, people, first.settings);
    await first[Symbol.asyncDispose]();
    await using _worker = await startWorker(installation);
    await makeDue(db, reminderIds);
    const claimed = db.selectFrom("deliveries").select("id").where("attempts", ">", 0);
    await until(async () => (await claimed.execute()).length >= count);
    const port = Number(first.settings.PUSH_HOSTS?.split(":")[1]);
    await using second = await startProvider(installation, "push", { port });
    await untilFinished(db);
    const { lost, extra, sent } = await readOutcome(db, second.accepted());
    return judge(
      { messages: count, lost, extra },
      { "nothing is lost": lost === 0 && sent === count, "no extra copy": extra === 0 },
    );
  },
};
