import type { Kysely } from "kysely";
import { earlierBy, laterBy } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import type { Receipt } from "../receive-message.server.ts";

/** Lasts longer than a poll. */
const leaseSeconds = 20;
/** After a week without updates, Telegram restarts their numbers at a random one. */
const daysInOrder = 6;

interface Bot {
  username: string | null;
  nextUpdate: number;
}

/**
 * Lets one worker at a time poll: Telegram refuses a second one. Returns null if another worker has
 * the lease.
 * @param takesOver true if this worker leads, so that nobody waits for the lease of one that died
 */
export async function leaseBot(
  db: Kysely<Database>,
  { botId, holder, takesOver }: { botId: string; holder: string; takesOver: boolean },
  now: string,
): Promise<Bot | null> {
  const lease = { lease_holder: holder, lease_until: laterBy(now, { seconds: leaseSeconds }) };
  const bot = await db
    .insertInto("telegram_bots")
    .values({ id: botId, updated_at: now, ...lease })
    .onConflict((conflict) => {
      const update = conflict.column("id").doUpdateSet(lease);
      if (takesOver) return update;
      return update.where(({ eb, or }) =>
        or([
          eb("telegram_bots.lease_holder", "=", holder),
          eb("telegram_bots.lease_until", "<=", now),
          // A lease that ends later than this was written before the clock was set back.
          eb("telegram_bots.lease_until", ">", lease.lease_until),
        ]),
      );
    })
    .returning(["username", "next_update", "updated_at"])
    .executeTakeFirst();
  if (!bot) return null;
  if (bot.updated_at > earlierBy(now, { hours: 24 * daysInOrder })) {
    return { username: bot.username, nextUpdate: bot.next_update };
  }
  await db
    .updateTable("telegram_bots")
    .set({ next_update: 0, updated_at: now })
    .where("id", "=", botId)
    .execute();
  return { username: bot.username, nextUpdate: 0 };
}

export async function endLease(db: Kysely<Database>, holder: string, now: string): Promise<void> {
  await db
    .updateTable("telegram_bots")
    .set({ lease_until: now })
    .where("lease_holder", "=", holder)
    .execute();
}

/**
 * `isNew` and `record` are false for an update that was handled before, and while another worker
 * has the lease.
 */
export function updateReceipt(
  { botId, holder, updateId }: { botId: string; holder: string; updateId: number },
  now: string,
): Receipt {
  return {
    isNew: async (trx) => {
      const bot = trx
        .selectFrom("telegram_bots")
        .select("id")
        .where("id", "=", botId)
        .where("lease_holder", "=", holder)
        .where("next_update", "<=", updateId);
      return (await bot.executeTakeFirst()) !== undefined;
    },
    record: async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable("telegram_bots")
        .set({ next_update: updateId + 1, updated_at: now })
        .where("id", "=", botId)
        .where("lease_holder", "=", holder)
        .where("next_update", "<=", updateId)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
  };
}

export async function saveUsername(
  db: Kysely<Database>,
  botId: string,
  username: string,
): Promise<void> {
  await db.updateTable("telegram_bots").set({ username }).where("id", "=", botId).execute();
}

/** Returns null until a worker has asked Telegram. */
export async function findBotUsername(db: Kysely<Database>, botId: string): Promise<string | null> {
  const bot = await db
    .selectFrom("telegram_bots")
    .select("username")
    .where("id", "=", botId)
    .executeTakeFirst();
  return bot?.username ?? null;
}
