import type { ExpressionBuilder, Transaction } from "kysely";
import type { Database } from "#db/schema.ts";

/**
 * Moves mails to the household that the other one joins. Of a mail that both have, that household's
 * copy is kept, with the tasks of both. Rules for senders stay behind: each household chooses its
 * own.
 */
export async function moveMails(
  trx: Transaction<Database>,
  from: string,
  to: string,
): Promise<void> {
  for (const column of ["content_hash", "message_hash"] as const) {
    await keepTasks(trx, { from, to, column });
    await trx
      .deleteFrom("mails")
      .where("household_id", "=", from)
      .where(column, "in", ({ selectFrom }) =>
        selectFrom("mails").select(column).where("household_id", "=", to),
      )
      .execute();
  }
  await trx
    .updateTable("mails")
    .set({ household_id: to })
    .where("household_id", "=", from)
    .execute();
}

interface Copies {
  from: string;
  to: string;
  /** Both copies of a mail have the same value. */
  column: "content_hash" | "message_hash";
}

/** Of a thing that became a task in both households, the joined one's task counts. */
async function keepTasks(trx: Transaction<Database>, { from, to, column }: Copies): Promise<void> {
  const copies = ({ selectFrom }: ExpressionBuilder<Database, "mail_tasks">) =>
    selectFrom("mails as own")
      .innerJoin("mails as kept", `kept.${column}`, `own.${column}`)
      .select("kept.id")
      .where("own.household_id", "=", from)
      .where("kept.household_id", "=", to)
      .whereRef("own.id", "=", "mail_tasks.mail_id");
  await trx
    .updateTable("mail_tasks")
    .set((eb) => ({ mail_id: copies(eb).$asScalar().$notNull() }))
    .where((eb) => eb.exists(copies(eb)))
    .where((eb) =>
      eb.not(
        eb.exists(
          copies(eb)
            .innerJoin("mail_tasks as theirs", "theirs.mail_id", "kept.id")
            .whereRef("theirs.thing", "=", "mail_tasks.thing"),
        ),
      ),
    )
    .execute();
}

/** Removes all mails, because new keys cannot decrypt them. Returns the count. */
export async function forgetAllMails(trx: Transaction<Database>): Promise<number> {
  await trx.deleteFrom("mail_senders").execute();
  const removed = await trx.deleteFrom("mails").returning("id").execute();
  return removed.length;
}
