import type { Transaction } from "kysely";
import { earlierBy, instantOf, wallClockAt } from "#app/domain/core/time.ts";
import { listAnswers } from "#app/domain/delegation/views/answers.server.ts";
import type { Database } from "#db/schema.ts";
import type { Delivery } from "#app/domain/outbox/preparation.ts";
import type { SummaryAnswer } from "./daily-summary-text.ts";

/** The longest day that clocks make. */
const hoursInLongestDay = 25;

export interface Answer {
  userId: string;
  saidAt: string;
  answer: SummaryAnswer;
}

/** What was said to requests of these summaries' users in the day before each, the newest first. */
export async function findAnswers(trx: Transaction<Database>, deliveries: Delivery[]): Promise<Answer[]> {
  const userIds = [...new Set(deliveries.map(({ user_id }) => user_id))];
  const earliest = deliveries.map(({ due_at }) => due_at).toSorted()[0] ?? "";
  const rows = await listAnswers(trx, userIds, earlierBy(earliest, { hours: hoursInLongestDay }));
  return rows
    .map(({ asked_by, delegate_name: who, state, title, line, answered_at, done_at }) => {
      const said = done_at ? "done" : state === "declined" ? "declined" : "accepted";
      return { userId: asked_by, saidAt: done_at ?? answered_at ?? "", answer: { who, said, title, line } as const };
    })
    .toSorted((one, other) => other.saidAt.localeCompare(one.saidAt));
}

/**
 * Those that this summary tells: from the time of day that it is for to the same of the day before, so that each answer
 * is in one of them, however late they are sent.
 */
export function answersFor({ user_id, due_at }: Delivery, answers: Answer[], timeZone: string): SummaryAnswer[] {
  const dayBefore = instantOf(wallClockAt(due_at, timeZone).subtract({ days: 1 }), timeZone);
  return answers
    .filter(({ userId, saidAt }) => userId === user_id && saidAt > dayBefore && saidAt <= due_at)
    .map(({ answer }) => answer);
}
