import type { Kysely } from "kysely";
import type { Database } from "#db/schema.ts";
import type { Behaviour } from "../../fakes/provider-behaviour.ts";
import { readOutcome } from "../outcome.ts";
import { startWorker } from "../program.ts";
import { startProvider } from "../provider.ts";
import { makeDue, seedReminders } from "../reminders.ts";
import { judge, type Row } from "../row.ts";
import { untilFinished } from "../waiting.ts";

const behaviours: Behaviour[] = [
  { type: "slow", answerMs: 8_000 },
  { type: "slow", answerMs: 60_000 },
  { type: "stalling" },
  { type: "garbled", how: "not JSON" },
  { type: "garbled", how: "a page" },
  { type: "garbled", how: "nothing" },
  { type: "garbled", how: "another shape" },
  { type: "hanging_up", when: "before_taking" },
  { type: "hanging_up", when: "after_taking" },
  { type: "lying", about: "its id" },
];

/** Longer than the limit for a whole send. */
const givenUpMs = 21_000;

export const badAnswers: Row = {
  name: "bad-answers",
  fault: "slow, garbled, cut off and false answers",
  count: 50,
  isLong: true,
  async run({ count, installation }) {
    const { db } = installation;
    await using twilio = await startProvider(installation, "twilio");
    const { reminderIds, people } = await seedReminders(db, count * behaviours.length, {
      eachPerson: count,
    });
    await twilio.behave(
      ...people.map(({ phone }, index) => ({ ...behaviours[index]!, to: phone, times: 1 })),
    );
    await makeDue(db, reminderIds);
    await using _worker = await startWorker(installation);
    await untilFinished(db);
    const longestMs = await longestSend(db);
    const { lost, extra, sent } = await readOutcome(db, twilio.accepted());
    return judge(
      {
        behaviours: behaviours.length,
        messages: reminderIds.length,
        lost,
        extra,
        "longest send (s)": longestMs / 1_000,
      },
      {
        "nothing is lost": lost === 0 && sent === reminderIds.length,
        "no extra copy": extra === 0,
      },
      { "given up in time": longestMs < givenUpMs },
    );
  },
};

/** Milliseconds from claim to record. */
async function longestSend(db: Kysely<Database>): Promise<number> {
  const rows = await db
    .selectFrom("deliveries")
    .select(["claimed_at", "unknown_since", "ended_at"])
    .execute();
  const spans = rows.map(
    (row) => Date.parse(row.unknown_since ?? row.ended_at ?? "") - Date.parse(row.claimed_at ?? ""),
  );
  return Math.max(...spans);
}
