import { startWorker } from "../program.ts";
import { startProvider } from "../provider.ts";
import { readOutcome } from "../outcome.ts";
import { makeDue, seedReminders } from "../reminders.ts";
import { judge, type Row } from "../row.ts";
import { untilFinished } from "../waiting.ts";

export const unavailableTwice: Row = {
  name: "unavailable-twice",
  fault: "the provider answers 503, 503, 201",
  count: 100,
  async run({ count, installation }) {
    const { db } = installation;
    await using twilio = await startProvider(installation, "twilio");
    await twilio.behave({ type: "failing", status: 503, times: 2 });
    const { reminderIds } = await seedReminders(db, count);
    await makeDue(db, reminderIds);
    await using _worker = await startWorker(installation);
    await untilFinished(db);
    const { lost, extra } = await readOutcome(db, twilio.accepted());
    const byText = [...Map.groupBy(await twilio.sendRequests(), ({ form }) => form?.Body).values()];
    const gaps = byText.map(([first, second, third]) => [
      (second?.at ?? Number.NaN) - (first?.at ?? Number.NaN),
      (third?.at ?? Number.NaN) - (second?.at ?? Number.NaN),
    ]);
    const shortest = (index: number) => Math.min(...gaps.map((pair) => pair[index] ?? Number.NaN));
    return judge(
      {
        messages: count,
        lost,
        extra,
        "first gap (ms)": shortest(0),
        "second gap (ms)": shortest(1),
      },
      {
        "three requests each":
          byText.length === count && byText.every((requests) => requests.length === 3),
        "nothing is lost": lost === 0,
        "no extra copy": extra === 0,
        // Two clocks are read, each in whole milliseconds.
        "200 and 400 ms apart, or more": shortest(0) >= 198 && shortest(1) >= 398,
      },
    );
  },
};
