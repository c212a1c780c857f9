// Each function follows an event, in the transaction of the change.
import type { Transaction } from "kysely";
import { v7 as newId } from "uuid";
import type { Marked } from "#app/domain/tasks/events.server.ts";
import { findHouseholdIdsOfTasks, findTasks, isGone } from "#app/domain/tasks/find-tasks.server.ts";
import { compileOnce } from "#db/sql/compile-once.ts";
import { idList } from "#db/sql/values.ts";
import type { Database, WebhookKind } from "#db/schema.ts";

type Trx = Transaction<Database>;
type TaskIds = { taskIds: string[] };

export const recordTasksAdded = (trx: Trx, { taskIds }: TaskIds, now: string) =>
  recordOfTasks(trx, "task.created", taskIds, now);

export const recordTaskCompleted = (trx: Trx, { taskId }: Marked, now: string) =>
  recordOfTasks(trx, "task.completed", [taskId], now);

/** Also follows a missed task. */
export const recordTaskDeleted = (trx: Trx, { taskId }: { taskId: string }, now: string) =>
  recordOfTasks(trx, "task.deleted", [taskId], now);

export const recordTasksChanged = (trx: Trx, { taskIds }: TaskIds, now: string) =>
  recordOfTasks(trx, "task.changed", taskIds, now);

export const recordRequestAnswered = (trx: Trx, { taskId }: { taskId: string }, now: string) =>
  recordOfTasks(trx, "delegation.answered", [taskId], now);

export async function recordItemsAdded(
  trx: Trx,
  { householdId, itemIds }: { householdId: string; itemIds: readonly string[] },
  now: string,
): Promise<void> {
  const webhooks = await listListening(trx, [householdId], "list.item_added");
  await addMessages(trx, webhooks, { kind: "list.item_added", subjectIds: itemIds, now });
}

async function recordOfTasks(
  trx: Trx,
  kind: WebhookKind,
  taskIds: readonly string[],
  now: string,
): Promise<void> {
  if (taskIds.length === 0 || (await listAny(trx)).length === 0) return;
  const webhooks = await listListening(trx, await findHouseholdIdsOfTasks(trx, taskIds), kind);
  if (webhooks.length === 0) return;
  const tasks = [...(await findTasks(trx, taskIds)).values()];
  // The dates of a series that are not open yet are no tasks to other programs.
  const seen = tasks.filter(
    (task) => task.is_ahead === 0 && (kind !== "task.changed" || !isGone(task)),
  );
  for (const [householdId, some] of Map.groupBy(seen, (task) => task.household_id)) {
    const theirs = webhooks.filter(({ household_id }) => household_id === householdId);
    await addMessages(trx, theirs, { kind, subjectIds: some.map(({ id }) => id), now });
  }
}

/** Most instances have no webhook, and then a change costs nothing more. */
const listAny = compileOnce((db) =>
  db.selectFrom("webhooks").select("id").where("off_at", "is", null).limit(1),
);

type Listening = Pick<Database["webhooks"], "id" | "household_id">;

async function listListening(
  trx: Trx,
  householdIds: readonly string[],
  kind: WebhookKind,
): Promise<Listening[]> {
  const rows = await trx
    .selectFrom("webhooks")
    .select(["id", "household_id", "kinds"])
    .where("household_id", "in", idList(householdIds))
    .where("off_at", "is", null)
    .execute();
  return rows.filter(({ kinds }) => kinds.split(" ").includes(kind));
}

interface NewMessages {
  kind: WebhookKind | "test";
  subjectIds: readonly string[];
  now: string;
}

const insertedAtOnce = 200;

/** Adds messages, and lets the worker send them. */
export async function addMessages(
  trx: Trx,
  webhooks: readonly { id: string }[],
  { kind, subjectIds, now }: NewMessages,
): Promise<void> {
  for (const { id } of webhooks) {
    // A message that has not begun to go out will say how the task is then.
    const covered =
      kind === "task.changed" ? await listUntried(trx, id, subjectIds) : new Set<string>();
    const last = await findLastPosition(trx);
    const rows = subjectIds
      .filter((subjectId) => !covered.has(subjectId))
      .map((subject_id, index) => ({
        position: last + 1 + index,
        id: newId(),
        webhook_id: id,
        kind,
        subject_id,
        made_at: now,
        next_at: now,
      }));
    for (let at = 0; at < rows.length; at += insertedAtOnce)
      await trx
        .insertInto("webhook_messages")
        .values(rows.slice(at, at + insertedAtOnce))
        .execute();
    if (rows.length > 0) await sendSoon(trx, id, now);
  }
}

async function findLastPosition(trx: Trx): Promise<number> {
  const { last } = await trx
    .selectFrom("webhook_messages")
    .select(({ fn }) => fn.max<number | null>("position").as("last"))
    .executeTakeFirstOrThrow();
  return last ?? 0;
}

async function listUntried(
  trx: Trx,
  webhookId: string,
  subjectIds: readonly string[],
): Promise<Set<string>> {
  const rows = await trx
    .selectFrom("webhook_messages")
    .select("subject_id")
    .where("webhook_id", "=", webhookId)
    .where("subject_id", "in", idList(subjectIds))
    .where("state", "=", "waiting")
    .where("attempts", "=", 0)
    .execute();
  return new Set(rows.map(({ subject_id }) => subject_id));
}

/** A webhook whose server is down waits until its next try. */
async function sendSoon(trx: Trx, webhookId: string, now: string): Promise<void> {
  await trx
    .updateTable("webhooks")
    .set({ next_send_at: now })
    .where("id", "=", webhookId)
    .where(({ eb, or, and }) =>
      or([
        eb("next_send_at", "is", null),
        and([eb("failures", "=", 0), eb("next_send_at", ">", now)]),
      ]),
    )
    .execute();
}
