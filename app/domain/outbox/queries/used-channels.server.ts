import type { Expression, ExpressionBuilder, Kysely } from "kysely";
import type { Channel, Database } from "#db/schema.ts";
import { idList } from "#db/sql/values.ts";

type Deliveries = ExpressionBuilder<Database, "deliveries">;

export type Route = Awaited<ReturnType<typeof findRoutes>>[number];

/**
 * Finds the same messages by all their channels, each with the state of the delivery that carried
 * it.
 */
export function findRoutes(db: Kysely<Database>, ids: readonly string[]) {
  return withLast(db)
    .innerJoin("deliveries as message", (join) =>
      join.on((eb) => isOfCause(eb, eb.ref("message.cause"))),
    )
    .select([
      "message.id as messageId",
      "deliveries.id",
      "deliveries.due_at",
      "last.id as lastId",
      "last.other_way",
    ])
    .where("message.id", "in", idList(ids))
    .execute();
}

/** Includes the channel that a message was moved from. */
export function channelsOf({ channel, lastChannel, stands_in_for }: UsedChannel): Channel[] {
  return [channel, lastChannel, ...(stands_in_for ? [stands_in_for] : [])];
}

interface UsedChannel {
  channel: Channel;
  /** The channel by which it was last sent, perhaps merged with others. */
  lastChannel: Channel;
  stands_in_for: Channel | null;
}

/** Finds the messages about a subject, each with the state of the delivery that carried it. */
export function findMessagesWithLast(db: Kysely<Database>, subjectIds: readonly string[]) {
  return withLast(db)
    .select(["deliveries.kind", "deliveries.subject_id", "deliveries.payload"])
    .select(["deliveries.due_at", "deliveries.created_at", "last.ended_at"])
    .where("deliveries.subject_id", "in", subjectIds);
}

function withLast(db: Kysely<Database>) {
  return db
    .selectFrom("deliveries")
    .innerJoin("deliveries as last", (join) => join.on("last.id", "=", lastMessageId))
    .select([
      "deliveries.channel",
      "deliveries.stands_in_for",
      "last.state",
      "last.channel as lastChannel",
    ]);
}

/** Searches a prefix of the unique index: ";" follows ":" in ASCII. */
export function isOfCause(eb: Deliveries, cause: Expression<string>) {
  const followedBy = (mark: string) => eb(cause, "||", mark).$castTo<string>();
  return eb.and([
    eb("deliveries.cause", "=", cause),
    eb("deliveries.dedupe_key", ">", followedBy(":")),
    eb("deliveries.dedupe_key", "<", followedBy(";")),
  ]);
}

/**
 * Follows merged_into twice, which is enough: a replacement SMS may be merged, but never replaced.
 */
export function lastMessageId({ fn, selectFrom }: Deliveries) {
  return fn.coalesce(
    selectFrom("deliveries as target")
      .select("target.merged_into")
      .whereRef("target.id", "=", "deliveries.merged_into")
      .$asScalar(),
    "deliveries.merged_into",
    "deliveries.id",
  );
}
