import { type ExpressionBuilder, type Kysely, sql } from "kysely";
import type { Channel, Database } from "#db/schema.ts";
import { idList } from "#db/sql/values.ts";
import { lastMessageId } from "./last-message.ts";

type Deliveries = ExpressionBuilder<Database, "deliveries">;

export type Route = Awaited<ReturnType<typeof findRoutes>>[number];

/** The same messages by all their channels, each with the state of the one that it went out with. */
export function findRoutes(db: Kysely<Database>, ids: readonly string[]) {
  return withLast(db)
    .innerJoin("deliveries as message", (join) => join.on(isOfCause(sql.ref("message.cause"))))
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

/** With the one that a message was diverted from. */
export function channelsOf({ channel, lastChannel, stands_in_for }: UsedChannel): Channel[] {
  return [channel, lastChannel, ...(stands_in_for ? [stands_in_for] : [])];
}

interface UsedChannel {
  channel: Channel;
  /** By which it went out at last, perhaps with others. */
  lastChannel: Channel;
  stands_in_for: Channel | null;
}

/** The messages about a subject, each with the state of the one that it went out with. */
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
export function isOfCause(cause: ReturnType<typeof sql<string>>) {
  return (eb: Deliveries) =>
    eb.and([
      eb("deliveries.cause", "=", cause),
      eb("deliveries.dedupe_key", ">", sql<string>`${cause} || ':'`),
      eb("deliveries.dedupe_key", "<", sql<string>`${cause} || ';'`),
    ]);
}
