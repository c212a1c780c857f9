import type { ExpressionBuilder, Kysely } from "kysely";
import { readInBatches } from "#app/domain/core/export.ts";
import { columnOf, idList, rowTable } from "#db/sql/values.ts";
import { nowIso } from "#app/domain/core/time.ts";
import type { Database, DeliveryState, MessageKind } from "#db/schema.ts";
import { changeAsUser } from "../change-state.server.ts";
import { statesIn } from "../state.ts";
import { lastMessageId } from "../queries/used-channels.server.ts";

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
    .execute();
}

/** Counts what was to be told about a subject, by whatever ways. */
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
      "deliveries.kind",
      "deliveries.payload",
      "deliveries.due_at",
      "last.state",
    ])
    .where("deliveries.subject_id", "in", subjectIds)
    .where("deliveries.kind", "=", kind);
}

/** @param subject the column with the subject's id, such as delegations.id */
export function hasMessage(
  { exists, selectFrom }: Pick<ExpressionBuilder<Database, never>, "exists" | "selectFrom">,
  {
    kind,
    subject,
    states,
  }: { kind: MessageKind; subject: string; states: readonly DeliveryState[] },
) {
  return exists(
    selectFrom("deliveries")
      .select("deliveries.id")
      .where("deliveries.subject_id", "=", columnOf<string>(subject))
      .where("deliveries.kind", "=", kind)
      .where("deliveries.state", "in", states),
  );
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
    .execute();
}

/** Extends those that wait. Returns their subjects. */
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
    .execute();
  const sorted = all.map(({ id }) => id);
  yield* readInBatches(sorted, (ids) =>
    db
      .selectFrom("deliveries")
      .select(["kind", "channel", "state", "reason", "due_at", "created_at", "ended_at"])
      .where("id", "in", idList(ids))
      .orderBy("created_at")
      .execute(),
  );
}
