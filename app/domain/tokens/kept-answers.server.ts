import { hash } from "node:crypto";
import type { Kysely } from "kysely";
import { earlierBy, nowIso } from "#app/domain/core/time.ts";
import { deleteInBatches } from "#db/sql/batches.ts";
import type { Database } from "#db/schema.ts";

const keptHours = 24;
/** A request that has not been answered after this time never will: the server was stopped. */
const abandonedSeconds = 60;

interface Request {
  userId: string;
  /** The program's name for this request. */
  key: string;
  /** The request itself, as the program sent it. */
  content: string;
}

/**
 * Claims a request, so that it is done once however often a program sends it. An abandoned one may
 * be done again: what it adds has the same `requestId`.
 * @returns the answer that it had before, "new", "under_way", or "another" if the key belongs to
 *   another request
 */
export async function claimRequest(
  db: Kysely<Database>,
  { userId, key, content }: Request,
  now: string = nowIso(),
): Promise<{ answer: string } | "new" | "under_way" | "another"> {
  const request_hash = hash("sha256", content, "base64url");
  return db.transaction().execute(async (trx) => {
    const before = await trx
      .selectFrom("kept_answers")
      .select(["request_hash", "begun_at", "answer"])
      .where("user_id", "=", userId)
      .where("request_key", "=", key)
      .where("begun_at", ">", earlierBy(now, { hours: keptHours }))
      .executeTakeFirst();
    if (before && before.request_hash !== request_hash) return "another";
    if (before?.answer != null) return { answer: before.answer };
    if (before && before.begun_at > earlierBy(now, { seconds: abandonedSeconds }))
      return "under_way";
    await trx
      .insertInto("kept_answers")
      .values({ user_id: userId, request_key: key, request_hash, begun_at: now })
      .onConflict((conflict) =>
        conflict
          .columns(["user_id", "request_key"])
          .doUpdateSet({ request_hash, begun_at: now, answer: null }),
      )
      .execute();
    return "new";
  });
}

export async function keepAnswer(
  db: Kysely<Database>,
  { userId, key }: Pick<Request, "userId" | "key">,
  answer: string,
): Promise<void> {
  await db
    .updateTable("kept_answers")
    .set({ answer })
    .where("user_id", "=", userId)
    .where("request_key", "=", key)
    .execute();
}

/** A request that failed may be sent again. */
export async function forgetRequest(
  db: Kysely<Database>,
  { userId, key }: Pick<Request, "userId" | "key">,
): Promise<void> {
  await db
    .deleteFrom("kept_answers")
    .where("user_id", "=", userId)
    .where("request_key", "=", key)
    .execute();
}

export async function purgeKeptAnswers(db: Kysely<Database>, now: string): Promise<void> {
  const old = db
    .selectFrom("kept_answers")
    .where("begun_at", "<=", earlierBy(now, { hours: keptHours }));
  await deleteInBatches(db, "kept_answers", old);
}
