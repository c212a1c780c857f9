import type { Transaction } from "kysely";
import type { Database } from "#db/schema.ts";

/** Moves mails to the household that the other one joins. What that one has already is dropped. */
export async function moveMails(
  trx: Transaction<Database>,
  from: string,
  to: string,
): Promise<void> {
  for (const column of ["content_hash", "message_hash"] as const)
    await trx
      .deleteFrom("mails")
      .where("household_id", "=", from)
      .where(column, "in", ({ selectFrom }) =>
        selectFrom("mails").select(column).where("household_id", "=", to),
      )
      .execute();
  await trx
    .deleteFrom("mail_senders")
    .where("household_id", "=", from)
    .where("sender_hash", "in", ({ selectFrom }) =>
      selectFrom("mail_senders").select("sender_hash").where("household_id", "=", to),
    )
    .execute();
  const moved = { household_id: to };
  await trx.updateTable("mails").set(moved).where("household_id", "=", from).execute();
  await trx.updateTable("mail_senders").set(moved).where("household_id", "=", from).execute();
}

/** Removes all mails, because new keys cannot decrypt them. Returns the count. */
export async function forgetAllMails(trx: Transaction<Database>): Promise<number> {
  await trx.deleteFrom("mail_senders").execute();
  const removed = await trx.deleteFrom("mails").returning("id").execute();
  return removed.length;
}
