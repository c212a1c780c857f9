import type { Kysely } from "kysely";
import type { ExportPart } from "#app/domain/core/export.ts";
import { bit } from "#app/domain/core/bit.ts";
import { nowIso } from "#app/domain/core/time.ts";
import { compileOnce } from "#db/sql/compile-once.ts";
import type { Database } from "#db/schema.ts";
import type { WelcomeQuestion } from "./input.ts";

/** Also those that were skipped. */
export async function listAnsweredQuestions(
  db: Kysely<Database>,
  userId: string,
): Promise<Set<WelcomeQuestion>> {
  return new Set((await listAnswers(db, userId)).map(({ question }) => question));
}

const listAnswers = compileOnce((db, userId: string) =>
  db.selectFrom("welcome_answers").select("question").where("user_id", "=", userId),
);

/** Keeps earlier answers. */
export async function recordWelcomeAnswers(
  db: Kysely<Database>,
  userId: string,
  questions: readonly WelcomeQuestion[],
  { isSkipped }: { isSkipped: boolean },
): Promise<void> {
  const answer = { user_id: userId, is_skipped: bit(isSkipped), answered_at: nowIso() };
  await db
    .insertInto("welcome_answers")
    .values(questions.map((question) => ({ ...answer, question })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export const welcomeAnswersExport: ExportPart = (db, { userId }) =>
  db
    .selectFrom("welcome_answers")
    .select(["question", "is_skipped", "answered_at"])
    .where("user_id", "=", userId)
    .execute();
