import { readOutcome } from "../outcome.ts";
import { startWorker } from "../program.ts";
import { startProvider } from "../provider.ts";
import { makeDue, seedReminders } from "../reminders.ts";
import { judge, type Row } from "../row.ts";
import { untilFinished } from "../waiting.ts";

/** ntfy's apps replace the first copy by the second. */
export const phonesUnclear: Row = {
  name: "phones-unclear",
  fault: "ntfy and Telegram take a message, and then answer 502",
  count: 200,
  async run({ count, installation }) {
    const { db } = installation;
    await using ntfy = await startProvider(installation, "ntfy");
    await using telegram = await startProvider(installation, "telegram");
    for (const provider of [ntfy, telegram]) {
      await provider.behave({ type: "taking_then_failing", status: 502, times: 1 });
    }
    const { reminderIds } = await seedReminders(db, count, {
      chosenWay: (person) => (person % 2 === 0 ? "ntfy" : "telegram"),
      eachPerson: 5,
    });
    await makeDue(db, reminderIds);
    await using _worker = await startWorker(installation);
    const finishedMs = await untilFinished(db);
    const accepted = [...ntfy.accepted(), ...telegram.accepted()];
    const { lost, extra, mostCopies, sent } = await readOutcome(db, accepted);
    return judge(
      { messages: count, lost, extra, mostCopies, "all known after (s)": Math.round((finishedMs ?? Infinity) / 1_000) },
      {
        "nothing is lost": lost === 0 && sent === count,
        "each goes out once more": extra === count && mostCopies === 2,
        "a second copy has the first one's id": ntfyIds(ntfy.accepted()) === count / 2,
      },
    );
  },
};

function ntfyIds(accepted: { deliveryId: string | null }[]): number {
  return new Set(accepted.map(({ deliveryId }) => deliveryId)).size;
}
