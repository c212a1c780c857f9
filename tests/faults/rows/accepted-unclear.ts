import { startWorker } from "../program.ts";
import { startProvider } from "../provider.ts";
import { readOutcome } from "../outcome.ts";
import { makeDue, seedReminders } from "../reminders.ts";
import { judge, type Row } from "../row.ts";
import { untilFinished } from "../waiting.ts";

/**
 * Half the messages are answered by 502 after acceptance, the others not at all. Every third user
 * gets email, which the provider finds only seconds later.
 */
export const acceptedUnclear: Row = {
  name: "accepted-unclear",
  fault: "taken, and then answered by 502 or not at all",
  count: 200,
  isLong: true,
  async run({ count, installation }) {
    const { db } = installation;
    await using twilio = await startProvider(installation, "twilio");
    await using postmark = await startProvider(installation, "postmark");
    const { reminderIds, people } = await seedReminders(db, count, {
      eachPerson: 5,
      isByEmail: (person) => person % 3 === 2,
    });
    const silentTo = people
      .filter((_, index) => index % 2 === 0)
      .flatMap(({ phone, email }) => [phone, email]);
    for (const provider of [twilio, postmark]) {
      await provider.behave(
        ...silentTo.map((to) => ({ type: "taking_then_silent", to, times: 1 }) as const),
        {
          type: "taking_then_failing",
          status: 502,
          times: 1,
        },
      );
    }
    await makeDue(db, reminderIds);
    await using _worker = await startWorker(installation);
    const finishedMs = await untilFinished(db);
    const { lost, extra, maxCopies, sent } = await readOutcome(db, [
      ...twilio.accepted(),
      ...postmark.accepted(),
    ]);
    return judge(
      {
        messages: count,
        lost,
        extra,
        maxCopies,
        "all known after (s)": Math.round((finishedMs ?? Infinity) / 1_000),
      },
      {
        "nothing is lost": lost === 0 && sent === count,
        "two copies at most": maxCopies <= 2,
        "more than one copy in 1 % at most": extra <= count / 100,
      },
    );
  },
};
