import { setTimeout as pause } from "node:timers/promises";
import { readOutcome } from "../outcome.ts";
import { startWorker } from "../program.ts";
import { startProvider } from "../provider.ts";
import { makeDue, seedReminders } from "../reminders.ts";
import { judge, type Row } from "../row.ts";
import { until, untilFinished } from "../waiting.ts";

const retryAfterSeconds = 3;
const offMs = 3_000;

/** First they take no more for a while, then they are gone, then back. */
export const phonesRefused: Row = {
  name: "phones-refused",
  fault: "ntfy and Telegram answer 429 with a time to wait, and restart",
  count: 50,
  async run({ count, installation }) {
    const { db } = installation;
    await using ntfy = await startProvider(installation, "ntfy");
    await using telegram = await startProvider(installation, "telegram");
    for (const provider of [ntfy, telegram]) {
      await provider.behave({ type: "failing", status: 429, retryAfterSeconds, times: 1 });
    }
    const half = Math.ceil(count / 2);
    const { reminderIds } = await seedReminders(db, count, {
      chosenChannel: (person) => (person % 2 === 0 ? "ntfy" : "telegram"),
      eachPerson: 1,
    });
    await makeDue(db, reminderIds.slice(0, half));
    await using _worker = await startWorker(installation);
    const startedAt = Date.now();
    await until(async () => [...ntfy.accepted(), ...telegram.accepted()].length >= half);
    const firstAt = Math.min(...[...ntfy.accepted(), ...telegram.accepted()].map(({ at }) => at));

    await ntfy[Symbol.asyncDispose]();
    await telegram[Symbol.asyncDispose]();
    await makeDue(db, reminderIds.slice(half));
    await pause(offMs);
    await using _ntfy = await startProvider(installation, "ntfy", { port: ntfy.port });
    await using _telegram = await startProvider(installation, "telegram", { port: telegram.port });
    await untilFinished(db);
    const accepted = [...ntfy.accepted(), ...telegram.accepted()];
    const { lost, extra, sent } = await readOutcome(db, accepted);
    return judge(
      { messages: count, lost, extra, "first accepted (ms)": firstAt - startedAt },
      {
        "nothing is lost": lost === 0 && sent === count,
        "no extra copy": extra === 0,
        "none too early": firstAt - startedAt >= retryAfterSeconds * 1_000,
      },
    );
  },
};
