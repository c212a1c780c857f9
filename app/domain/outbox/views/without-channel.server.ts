import type { Kysely } from "kysely";
import { earlierBy } from "#app/domain/core/time.ts";
import { compileOnce } from "#db/sql/compile-once.ts";
import type { Database } from "#db/schema.ts";
import { unwantedReasons } from "../reasons.ts";
import { statesIn, transitions } from "../state.ts";

const hoursWorthTelling = 72;

/** True if no channel was left to send the user something, and nothing has reached them since. */
export async function hadNoChannel(
  db: Kysely<Database>,
  userId: string,
  now: string,
): Promise<boolean> {
  const unsent = await listUnsent(db, userId, earlierBy(now, { hours: hoursWorthTelling }));
  return unsent.length > 0;
}

const listUnsent = compileOnce((db, userId: string, since: string) =>
  unsentQuery(db, since).select("id").where("user_id", "=", userId).limit(1),
);

/** Counts the users who get nothing, because no channel was left to send them something. */
export async function countWithoutChannel(db: Kysely<Database>, now: string): Promise<number> {
  const { count } = await withoutChannelQuery(db, now).executeTakeFirstOrThrow();
  return count;
}

export function withoutChannelQuery(db: Kysely<Database>, now: string) {
  return unsentQuery(db, earlierBy(now, { hours: hoursWorthTelling })).select(({ fn }) =>
    fn.count<number>("user_id").distinct().as("count"),
  );
}

function unsentQuery(db: Kysely<Database>, since: string) {
  return db
    .selectFrom("deliveries")
    .where("deliveries.other_way", "=", "none")
    .where("created_at", ">", since)
    .where("state", "in", transitions.given_up.from)
    .where("reason", "not in", unwantedReasons)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("deliveries as later")
            .select("later.id")
            .whereRef("later.user_id", "=", "deliveries.user_id")
            .whereRef("later.created_at", ">=", "deliveries.created_at")
            .where("later.channel", "!=", "calendar")
            .where("later.state", "in", statesIn("sent")),
        ),
      ),
    );
}
