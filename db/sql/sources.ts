import { expressionBuilder, type Kysely, type Selectable, type Transaction } from "kysely";
import type { Database } from "../schema.ts";
import { nextInRotation } from "./rotation.ts";
import { idList } from "./values.ts";

/** Tables of sources outside of Mila that the worker reads from time to time. */
type ReadSource = "shown_calendars" | "mailboxes";

/** Nothing is read at addresses, where mails arrive, and at webhooks, which Mila calls. */
export type Source = ReadSource | "mail_addresses" | "webhooks";

type Shared = Pick<Database["mailboxes"], "household_id" | "next_read_at" | "held_at">;

// Kysely cannot type the columns that the tables share, so each query is typed as one table's.

const from = (db: Kysely<Database>, table: Source) => {
  const queries = {
    mailboxes: () => db.selectFrom("mailboxes"),
    shown_calendars: () => db.selectFrom("shown_calendars") as never,
    mail_addresses: () => db.selectFrom("mail_addresses") as never,
    webhooks: () => db.selectFrom("webhooks") as never,
  };
  return (queries[table] as typeof queries.mailboxes)();
};

const change = (db: Kysely<Database>, table: Source, changes: Partial<Shared>) => {
  const queries = {
    mailboxes: () => db.updateTable("mailboxes").set(changes),
    shown_calendars: () => db.updateTable("shown_calendars").set(changes) as never,
    mail_addresses: () => db.updateTable("mail_addresses").set(changes) as never,
    webhooks: () => db.updateTable("webhooks").set(changes) as never,
  };
  return (queries[table] as typeof queries.mailboxes)();
};

const remove = (db: Kysely<Database>, table: Source) => {
  const queries = {
    mailboxes: () => db.deleteFrom("mailboxes"),
    shown_calendars: () => db.deleteFrom("shown_calendars") as never,
    mail_addresses: () => db.deleteFrom("mail_addresses") as never,
    webhooks: () => db.deleteFrom("webhooks") as never,
  };
  return (queries[table] as typeof queries.mailboxes)();
};

interface Turn {
  /** Households are served in turns, one source each, so that a slow server delays few others. */
  atOnce: number;
  now: string;
  /** If this worker stops while it reads, another one can claim the source from then on. */
  until: string;
}

/** Claims some of the sources that are due, for this worker alone. */
export async function claimInTurns<Table extends ReadSource>(
  db: Kysely<Database>,
  table: Table,
  { atOnce, now, until }: Turn,
): Promise<Selectable<Database[Table]>[]> {
  const due = () => from(db, table).where("held_at", "is", null).where("next_read_at", "<=", now);
  if (!(await due().select("id").limit(1).executeTakeFirst())) return [];
  const householdIds = await nextInRotation(db, {
    name: table,
    rows: due(),
    column: "household_id",
    limit: atOnce,
  });
  const rows = await due()
    .selectAll()
    .where("household_id", "in", idList(householdIds))
    .orderBy("next_read_at")
    .orderBy("id")
    .execute();
  const first = [...Map.groupBy(rows, (row) => row.household_id).values()].map(([row]) => row!);
  const claimed = [];
  for (const row of first) {
    const { numUpdatedRows } = await change(db, table, { next_read_at: until })
      .where("id", "=", row.id)
      .where("next_read_at", "=", row.next_read_at)
      .executeTakeFirst();
    // Another worker may have been first.
    if (numUpdatedRows > 0n) claimed.push({ ...row, next_read_at: until });
  }
  return claimed as unknown as Selectable<Database[Table]>[];
}

/** Removes an account's sources, in one household or in all. Returns the households' ids. */
export async function endSources(
  trx: Transaction<Database>,
  table: Source,
  { userId, householdId }: { userId: string; householdId?: string },
): Promise<string[]> {
  const ended = await remove(trx, table)
    .where("added_by", "=", userId)
    .$if(householdId !== undefined, (query) => query.where("household_id", "=", householdId!))
    .returning("household_id")
    .execute();
  return ended.map(({ household_id }) => household_id);
}

interface Move {
  from: string;
  to: string;
  /** A household can have that many. */
  most: number;
}

/** Moves a household's sources to another one, for as long as there is room. */
export async function moveSources(
  trx: Transaction<Database>,
  table: Source,
  move: Move,
): Promise<void> {
  const idsOf = async (householdId: string) => {
    const sources = from(trx, table).where("household_id", "=", householdId);
    const rows = await sources.select("id").orderBy("added_at").orderBy("id").execute();
    return rows.map(({ id }) => id);
  };
  const room = Math.max(0, move.most - (await idsOf(move.to)).length);
  const moved = (await idsOf(move.from)).slice(0, room);
  await change(trx, table, { household_id: move.to }).where("id", "in", idList(moved)).execute();
}

export async function holdSources(
  trx: Transaction<Database>,
  table: Source,
  now: string,
): Promise<void> {
  await change(trx, table, { held_at: now }).where("held_at", "is", null).execute();
}

export async function countHeldSources(db: Kysely<Database>, table: Source): Promise<number> {
  const { count } = await from(db, table)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("held_at", "is not", null)
    .executeTakeFirstOrThrow();
  return count;
}

export async function releaseSources(
  db: Kysely<Database>,
  table: Source,
  now: string,
): Promise<void> {
  const isRead = table === "mailboxes" || table === "shown_calendars";
  const readNow = isRead ? { next_read_at: now } : {};
  const released = change(db, table, { held_at: null, ...readNow });
  await released.where("held_at", "is not", null).execute();
}

/** Removes all. Returns the count. */
export async function forgetSources(trx: Transaction<Database>, table: Source): Promise<number> {
  return (await remove(trx, table).returning("id").execute()).length;
}

/** Selects whether any webhook hears of a task's household, which costs no query of its own. */
export const isHeardByWebhook = expressionBuilder<Database, "tasks">()
  .exists((tasks) =>
    tasks
      .selectFrom("webhooks")
      .select("webhooks.id")
      .whereRef("webhooks.household_id", "=", "tasks.household_id")
      .where("webhooks.off_at", "is", null),
  )
  .as("is_heard");
