import { type Kysely, sql, type Transaction } from "kysely";
import type { Database } from "../schema.ts";

/** Joins the caller's transaction, or starts one. An error only undoes this work. */
export async function inTransaction<Result>(
  db: Kysely<Database>,
  work: (trx: Transaction<Database>) => Promise<Result>,
): Promise<Result> {
  if (!db.isTransaction) return db.transaction().execute(work);
  const trx = db as Transaction<Database>;
  await sql`savepoint step`.execute(trx);
  try {
    const result = await work(trx);
    await sql`release step`.execute(trx);
    return result;
  } catch (error) {
    await sql`rollback to step`.execute(trx);
    await sql`release step`.execute(trx);
    throw error;
  }
}
