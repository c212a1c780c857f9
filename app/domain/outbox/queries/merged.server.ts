import type { Kysely } from "kysely";
import { idList } from "#db/sql/values.ts";
import type { Database } from "#db/schema.ts";
import { listMerges, type MessageTypes } from "../message-type.ts";
import type { Delivery } from "../preparation.ts";

export function findMerged(db: Kysely<Database>, digestIds: string[]): Promise<Delivery[]> {
  return db
    .selectFrom("deliveries")
    .selectAll()
    .where("merged_into", "in", idList(digestIds))
    .orderBy("due_at")
    .orderBy("id")
    .execute();
}

/**
 * Returns the messages that each delivery carries: a digest's parts, or any other message itself.
 */
export async function findParts(
  db: Kysely<Database>,
  deliveries: Delivery[],
  messageTypes: MessageTypes,
): Promise<Map<string, Delivery[]>> {
  const merges = listMerges(messageTypes);
  const isDigest = ({ kind }: Delivery) => merges.some(({ into }) => into === kind);
  const isPart = ({ kind }: Delivery) => merges.some((merge) => merge.kind === kind);
  const digestIds = deliveries.filter(isDigest).map(({ id }) => id);
  const merged = digestIds.length === 0 ? [] : (await findMerged(db, digestIds)).filter(isPart);
  const byDigest = Map.groupBy(merged, ({ merged_into }) => merged_into);
  return new Map(
    deliveries.map((one) => [one.id, isDigest(one) ? (byDigest.get(one.id) ?? []) : [one]]),
  );
}
