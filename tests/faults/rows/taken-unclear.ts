import { startWorker } from "../program.ts";
import { startProvider } from "../provider.ts";
import { readOutcome } from "../outcome.ts";
import { makeDue, seedReminders } from "../reminders.ts";
import { judge, type Row } from "../row.ts";
import { untilFinished } from "../waiting.ts";

/** Half of the people's messages are answered by 502 after they were taken, the others' not at all. */
export const takenUnclear: Row = {
  name: "taken-unclear",
  fault: "taken, and then answered by 502 or not at all",
  count: 200,
  async run({ count, installation }) {
    const { db } = installation;
    await using twilio = await startProvider(installation, "twilio");
    const { reminderIds, people } = await seedReminders(db, count);
    await twilio.behave(
      ...people
        .filter((_, index) => index % 2 === 0)
        .map(({ phone }) => ({ is: "taking_then_silent", to: phone, times: 1 }) as const),
      { is: "taking_then_failing", status: 502, times: 1 },
    );
    await makeDue(db, reminderIds);
    await using _worker = await startWorker(installation);
    const finishedMs = await untilFinished(db, 300_000);
    const { lost, extra, mostCopies, ended } = await readOutcome(db, twilio.accepted());
    return judge(
      { messages: count, lost, extra, mostCopies, "all known after (s)": Math.round((finishedMs ?? Infinity) / 1_000) },
      {
        "nothing is lost": lost === 0 && ended.sent === count,
        "two copies at most": mostCopies <= 2,
        "more than one copy in 1 % at most": extra <= count / 100,
      },
    );
  },
};
