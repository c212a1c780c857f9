// Each function follows an event, in the transaction of the change.
import type { Selectable, Transaction } from "kysely";
import { v7 as newId } from "uuid";
import type { Marked } from "#app/domain/tasks/events.server.ts";
import {
  findHouseholdIdsOfTasks,
  findTasks,
  isGone,
  type Task,
} from "#app/domain/tasks/find-tasks.server.ts";
import { takeLocks } from "#db/sql/locks.ts";
import { idList } from "#db/sql/values.ts";
import type { Database, WebhookKind } from "#db/schema.ts";

type Trx = Transaction<Database>;
type TaskIds = { taskIds: string[] };

interface Noted {
  kind: WebhookKind;
  taskIds: readonly string[];
}

/** Without a webhook, a change asks the database no more than before: the last event knows. */
const noted = new WeakMap<Trx, Noted[]>();

/** An import of thousands of tasks is one message, at its end. */
const silent = new WeakSet<Trx>();

export async function hearNothingOf(trx: Trx): Promise<void> {
  silent.add(trx);
}

export async function recordImportEnded(
  trx: Trx,
  { householdId, importId }: { householdId: string; importId: string },
  now: string,
): Promise<void> {
  const kind = "import.ended";
  const webhooks = await listListening(trx, [householdId]);
  const wanting = webhooks.filter((webhook) => wants(webhook, kind));
  await addMessages(trx, wanting, { kind, subjectIds: [importId], now });
}

async function note(trx: Trx, one: Noted): Promise<void> {
  if (silent.has(trx)) return;
  noted.set(trx, [...(noted.get(trx) ?? []), one]);
}

export const recordTasksAdded = (trx: Trx, { taskIds }: TaskIds) =>
  note(trx, { kind: "task.created", taskIds });

export const recordTaskCompleted = (trx: Trx, { taskId }: Marked) =>
  note(trx, { kind: "task.completed", taskIds: [taskId] });

/** Also follows a missed task. */
export const recordTaskDeleted = (trx: Trx, { taskId }: { taskId: string }) =>
  note(trx, { kind: "task.deleted", taskIds: [taskId] });

export const recordRequestAnswered = (trx: Trx, { taskId }: { taskId: string }) =>
  note(trx, { kind: "delegation.answered", taskIds: [taskId] });

/** Follows the last event of each change, and adds the messages about all that came before it. */
export async function recordTasksChanged(
  trx: Trx,
  { taskIds, isHeard }: TaskIds & { isHeard: boolean },
  now: string,
): Promise<void> {
  const before = noted.get(trx) ?? [];
  const isAbout = (one: Noted) => one.taskIds.some((id) => taskIds.includes(id));
  noted.set(
    trx,
    before.filter((one) => !isAbout(one)),
  );
  if (!isHeard || silent.has(trx)) return;
  const webhooks = await listListening(trx, await findHouseholdIdsOfTasks(trx, taskIds));
  const tasks = await findTasks(trx, taskIds);
  const changed: Noted = { kind: "task.changed", taskIds };
  for (const one of [...before.filter(isAbout), changed])
    await recordOfTasks(trx, webhooks, tasks, one, now);
}

export async function recordItemsAdded(
  trx: Trx,
  { householdId, itemIds }: { householdId: string; itemIds: readonly string[] },
  now: string,
): Promise<void> {
  if (silent.has(trx)) return;
  const kind = "list.item_added";
  const webhooks = await listListening(trx, [householdId]);
  const wanting = webhooks.filter((webhook) => wants(webhook, kind));
  await addMessages(trx, wanting, { kind, subjectIds: itemIds, now });
}

async function recordOfTasks(
  trx: Trx,
  webhooks: readonly Listening[],
  tasks: ReadonlyMap<string, Task>,
  { kind, taskIds }: Noted,
  now: string,
): Promise<void> {
  const seen = taskIds.flatMap((id) => {
    const task = tasks.get(id);
    // The dates of a series that are not open yet are no tasks to other programs.
    if (!task || task.is_ahead || (kind === "task.changed" && isGone(task))) return [];
    return [task];
  });
  for (const [householdId, some] of Map.groupBy(seen, (task) => task.household_id)) {
    const theirs = webhooks.filter(
      (webhook) => webhook.household_id === householdId && wants(webhook, kind),
    );
    await addMessages(trx, theirs, { kind, subjectIds: some.map(({ id }) => id), now });
  }
}

type Listening = Pick<Selectable<Database["webhooks"]>, "id" | "household_id" | "kinds">;

const wants = ({ kinds }: Listening, kind: WebhookKind) => kinds.split(" ").includes(kind);

function listListening(trx: Trx, householdIds: readonly string[]): Promise<Listening[]> {
  return trx
    .selectFrom("webhooks")
    .select(["id", "household_id", "kinds"])
    .where("household_id", "in", idList(householdIds))
    .where("off_at", "is", null)
    .execute();
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
  // All households' messages are numbered together.
  if (webhooks.length > 0) await takeLocks(trx, { keys: ["webhook_messages"] });
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
