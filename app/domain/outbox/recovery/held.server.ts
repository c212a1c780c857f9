import type { Kysely, Transaction } from "kysely";
import type { Database } from "#db/schema.ts";
import { changeAsOwner, changeAsSystem } from "../change-state.server.ts";
import { statesIn } from "../state.ts";

/**
 * Holds messages that were due by then or follow from that, some of them a minute later: they may
 * have been sent before. Returns how many. Calendar entries are never sent twice.
 */
export async function holdDeliveries(
  trx: Transaction<Database>,
  { madeAt, until }: { madeAt: string; until: string },
): Promise<number> {
  const { numUpdatedRows } = await changeAsSystem(trx, { transition: "held" }, until)
    .where(({ and, eb, or }) =>
      or([
        eb("due_at", "<=", until),
        and([eb("created_at", ">", madeAt), eb("created_at", "<=", until)]),
      ]),
    )
    .where("channel", "!=", "calendar")
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

export async function countHeld(db: Kysely<Database>): Promise<number> {
  const { count } = await db
    .selectFrom("deliveries")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("held_at", "is not", null)
    .where("state", "in", statesIn("waiting"))
    .executeTakeFirstOrThrow();
  return count;
}

export async function sendHeld(trx: Transaction<Database>, now: string): Promise<void> {
  await changeAsOwner(trx, { transition: "let_go" }, now).execute();
}

export async function leaveHeld(trx: Transaction<Database>, now: string): Promise<void> {
  await changeAsOwner(trx, { transition: "left_out" }, now).execute();
  await sendHeld(trx, now);
}
