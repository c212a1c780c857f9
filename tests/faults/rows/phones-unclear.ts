import { readOutcome } from "../outcome.ts";
import { startWorker } from "../program.ts";
import { startProvider } from "../provider.ts";
import { chatOf, makeDue, seedReminders, topicOf } from "../reminders.ts";
import { judge, type Row } from "../row.ts";
import { untilFinished } from "../waiting.ts";

const eachPerson = 5;

/** ntfy's apps replace the first copy by the second. */
export const phonesUnclear: Row = {
  name: "phones-unclear",
  fault: "ntfy and Telegram take a message, and then answer 502: the first time, or always",
  count: 200,
  async run({ count, installation }) {
    const { db } = installation;
    await using ntfy = await startProvider(installation, "ntfy");
    await using telegram = await startProvider(installation, "telegram");
    const { reminderIds, people } = await seedReminders(db, count, {
      chosenChannel: (person) => (person % 2 === 0 ? "ntfy" : "telegram"),
      eachPerson,
    });
    const neverAnswered = people.map((_, person) => person).filter((person) => person % 4 < 2);
    const lostAnswer = { type: "taking_then_failing", status: 502 } as const;
    for (const [provider, nameOf] of [[ntfy, topicOf] as const, [telegram, chatOf] as const])
      await provider.behave(
        ...neverAnswered.map((person) => ({ ...lostAnswer, to: String(nameOf(person)) })),
        {
          ...lostAnswer,
          times: 1,
        },
      );
    await makeDue(db, reminderIds);
    await using _worker = await startWorker(installation);
    const finishedMs = await untilFinished(db);
    const accepted = [...ntfy.accepted(), ...telegram.accepted()];
    const { lost, extra, maxCopies, sent, unconfirmed } = await readOutcome(db, accepted);
    const rows = await db.selectFrom("deliveries").select("id").execute();
    const seconds = Math.round((finishedMs ?? Infinity) / 1_000);
    return judge(
      { messages: count, lost, extra, maxCopies, unconfirmed, "all ended after (s)": seconds },
      {
        "nothing is lost": lost === 0 && sent === count,
        "each goes out once more": extra === count && maxCopies === 2,
        "what was never answered is sent, unconfirmed":
          unconfirmed === neverAnswered.length * eachPerson,
        "no other channel starts": rows.length === count,
        "a second copy has the first one's id": ntfyIds(ntfy.accepted()) === count / 2,
      },
    );
  },
};

function ntfyIds(accepted: { deliveryId: string | null }[]): number {
  return new Set(accepted.map(({ deliveryId }) => deliveryId)).size;
}
