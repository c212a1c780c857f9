import { readOutcome } from "../outcome.ts";
import { startWorker } from "../program.ts";
import { startProvider } from "../provider.ts";
import { makeDue, seedReminders } from "../reminders.ts";
import { judge, type Row } from "../row.ts";
import { untilFinished } from "../waiting.ts";

const retryAfterSeconds = 4;

export const rateLimited: Row = {
  name: "rate-limited",
  fault: "429 with Retry-After",
  count: 50,
  async run({ count, installation }) {
    const { db } = installation;
    await using twilio = await startProvider(installation, "twilio");
    await twilio.behave({ type: "failing", status: 429, retryAfterSeconds, times: 1 });
    const { reminderIds } = await seedReminders(db, count);
    await makeDue(db, reminderIds);
    await using _worker = await startWorker(installation);
    await untilFinished(db);
    const { lost, extra, sent } = await readOutcome(db, twilio.accepted());
    const requests = [
      ...Map.groupBy(await twilio.sendRequests(), ({ form }) => form?.Body).values(),
    ];
    const gaps = requests.map(
      ([first, second]) => (second?.at ?? Number.NaN) - (first?.at ?? Number.NaN),
    );
    const retried = await db
      .selectFrom("deliveries")
      .select("id")
      .where("retry_count", ">", 0)
      .execute();
    return judge(
      { messages: count, lost, extra, "earliest again (ms)": Math.min(...gaps) },
      {
        "nothing is lost": lost === 0 && sent === count,
        "no extra copy": extra === 0,
        "two requests each, none too early":
          requests.length === count &&
          requests.every((some) => some.length === 2) &&
          gaps.every((gap) => gap >= retryAfterSeconds * 1_000),
        "it costs no try": retried.length === 0,
      },
    );
  },
};
