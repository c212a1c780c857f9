import type { Transaction } from "kysely";
import { earlierBy, instantOf, wallClockAt } from "#app/domain/core/time.ts";
import { listAnswers } from "#app/domain/delegation/views/answers.server.ts";
import type { Database } from "#db/schema.ts";
import type { Delivery } from "#app/domain/outbox/preparation.ts";
import type { SummaryAnswer } from "./daily-summary-text.ts";

/** The day when clocks go back. */
const hoursInLongestDay = 25;

export interface Answer {
  userId: string;
  answeredAt: string;
  answer: SummaryAnswer;
}

/** Answers from the day before the earliest summary onward, newest first. */
export async function findAnswers(
  trx: Transaction<Database>,
  deliveries: Delivery[],
): Promise<Answer[]> {
  const userIds = [...new Set(deliveries.map(({ user_id }) => user_id))];
  const earliest = deliveries.map(({ due_at }) => due_at).toSorted()[0] ?? "";
  const rows = await listAnswers(trx, userIds, earlierBy(earliest, { hours: hoursInLongestDay }));
  return rows
    .map(({ asked_by, delegate_name: name, state, title, line, answered_at, done_at }) => {
      const status = done_at ? "done" : state === "declined" ? "declined" : "accepted";
      return {
        userId: asked_by,
        answeredAt: done_at ?? answered_at ?? "",
        answer: { name, status, title, line } as const,
      };
    })
    .toSorted((one, other) => other.answeredAt.localeCompare(one.answeredAt));
}

/** Covers the day up to the planned time, not the sending time: each answer is in exactly one summary. */
export function answersFor(
  { user_id, due_at }: Delivery,
  answers: Answer[],
  timeZone: string,
): SummaryAnswer[] {
  const dayBefore = instantOf(wallClockAt(due_at, timeZone).subtract({ days: 1 }), timeZone);
  return answers
    .filter(
      ({ userId, answeredAt }) =>
        userId === user_id && answeredAt > dayBefore && answeredAt <= due_at,
    )
    .map(({ answer }) => answer);
}
