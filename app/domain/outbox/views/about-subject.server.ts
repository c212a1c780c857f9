import type { ExpressionBuilder, Kysely } from "kysely";
import { readInBatches } from "#app/domain/core/export.ts";
import { columnOf, idList, rowTable } from "#db/sql/values.ts";
import { nowIso } from "#app/domain/core/time.ts";
import type { Database, MessageKind } from "#db/schema.ts";
import { changeAsUser } from "../change-state.server.ts";
import { statesIn } from "../state.ts";
import { lastMessageId } from "../queries/used-channels.server.ts";

/** Lists the newest first. */
export async function findMessagesAbout(
  db: Kysely<Database>,
  kind: MessageKind,
  subjectIds: string[],
) {
  if (subjectIds.length === 0) return [];
  return db
    .selectFrom("deliveries")
    .select(["subject_id", "channel", "state", "reason", "due_at", "not_before", "claimed_at"])
    .where("subject_id", "in", subjectIds)
    .where("kind", "=", kind)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();
}

/** Finds the users who are about to get a message of this kind, by its subject. */
export async function findWaitingUsers(
  db: Kysely<Database>,
  kind: MessageKind,
  subjectIds: readonly string[],
): Promise<Map<string, Set<string>>> {
  const rows = await db
    .selectFrom("deliveries")
    .select(["subject_id", "user_id"])
    .where("subject_id", "in", idList(subjectIds))
    .where("kind", "=", kind)
    .where("state", "=", "ready")
    .execute();
  const bySubject = Map.groupBy(rows, ({ subject_id }) => subject_id);
  return new Map(
    [...bySubject].map(([id, same]) => [id, new Set(same.map(({ user_id }) => user_id))]),
  );
}

/** Lists the messages of a kind to these users that were added at `since` or later. */
export async function findMessagesTo(
  db: Kysely<Database>,
  kind: MessageKind,
  userIds: readonly string[],
  { since }: { since: string },
) {
  return db
    .selectFrom("deliveries")
    .select(["id", "user_id", "subject_id", "channel", "stands_in_for", "cause", "due_at"])
    .select("payload")
    .where("user_id", "in", idList(userIds))
    .where("kind", "=", kind)
    .where("created_at", ">=", since)
    .orderBy("due_at")
    .orderBy("id")
    .execute();
}

/** Counts the causes of messages about a subject, over all channels. */
export async function countCauses(
  db: Kysely<Database>,
  { kind, subjectId, since }: { kind: MessageKind; subjectId: string; since: string },
): Promise<number> {
  const { causes } = await db
    .selectFrom("deliveries")
    .select(({ fn }) => fn.count<number>("cause").distinct().as("causes"))
    .where("subject_id", "=", subjectId)
    .where("kind", "=", kind)
    .where("created_at", ">", since)
    .executeTakeFirstOrThrow();
  return causes;
}

/** Selects the final state of each message, even after a merge. */
export function outcomesQuery(db: Kysely<Database>, kind: MessageKind, subjectIds: string[]) {
  return db
    .selectFrom("deliveries")
    .innerJoin("deliveries as last", (join) => join.on("last.id", "=", lastMessageId))
    .select([
      "deliveries.subject_id",
      "deliveries.user_id",
      "deliveries.kind",
      "deliveries.payload",
      "deliveries.due_at",
      "deliveries.created_at",
      "last.state",
    ])
    .where("deliveries.subject_id", "in", subjectIds)
    .where("deliveries.kind", "=", kind);
}

/**
 * Returns a subquery for the state of the newest message about a subject. It skips "merged" ones:
 * WhatsApp messages that an SMS replaced.
 * @param subject the column with the subject's id, such as delegations.id
 */
export function lastMessageState(
  { selectFrom }: Pick<ExpressionBuilder<Database, never>, "selectFrom">,
  { kind, subject }: { kind: MessageKind; subject: string },
) {
  return selectFrom("deliveries")
    .select("deliveries.state")
    .where("deliveries.subject_id", "=", columnOf<string>(subject))
    .where("deliveries.kind", "=", kind)
    .where("deliveries.state", "!=", "merged")
    .orderBy("deliveries.created_at", "desc")
    .orderBy("deliveries.id", "desc")
    .limit(1);
}

/** Finds messages to this user that may never reach them. */
export function findUnfinishedMessages(db: Kysely<Database>, kind: MessageKind, userId: string) {
  return db
    .selectFrom("deliveries")
    .select(["subject_id", "channel", "payload"])
    .where("user_id", "=", userId)
    .where("kind", "=", kind)
    .where("state", "in", statesIn("waiting"))
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

/** @param user the column with the user's id, such as users.id */
export function hasUnfinishedMessages(
  { exists, selectFrom }: Pick<ExpressionBuilder<Database, never>, "exists" | "selectFrom">,
  user: string,
) {
  return exists(
    selectFrom("deliveries")
      .select("deliveries.id")
      .where("deliveries.user_id", "=", columnOf<string>(user))
      .where("deliveries.state", "in", statesIn("waiting")),
  );
}

/** Extends the expiry of waiting messages. Returns their subjects. */
export async function extendExpiries(
  db: Kysely<Database>,
  kind: MessageKind,
  extended: readonly { subjectId: string; expiresAt: string }[],
): Promise<Set<string>> {
  if (extended.length === 0) return new Set();
  const columns = { expires_at: columnOf<string>("extended.expiresAt") };
  const rows = await changeAsUser(db, { transition: "extended", columns }, nowIso())
    .from(rowTable(extended, ["subjectId", "expiresAt"]).as("extended"))
    .whereRef("deliveries.subject_id", "=", "extended.subjectId")
    .where("deliveries.kind", "=", kind)
    .returning("deliveries.subject_id")
    .execute();
  return new Set(rows.map(({ subject_id }) => subject_id));
}

export async function* exportDeliveries(db: Kysely<Database>, userId: string) {
  const all = await db
    .selectFrom("deliveries")
    .select("id")
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  const sorted = all.map(({ id }) => id);
  yield* readInBatches(sorted, (ids) =>
    db
      .selectFrom("deliveries")
      .select(["kind", "channel", "state", "reason", "due_at", "created_at", "ended_at"])
      .where("id", "in", idList(ids))
      .orderBy("created_at")
      .orderBy("id")
      .execute(),
  );
}
