import type { Kysely, Selectable } from "kysely";
import { findEndedImport } from "#app/domain/imports/imports.server.ts";
import { findItem } from "#app/domain/lists/find-items.server.ts";
import { findTaskOrDeleted, isGone, type Task } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database, WebhookKind } from "#db/schema.ts";
import { viewTasks } from "../task-body.server.ts";

type Message = Pick<Selectable<Database["webhook_messages"]>, "kind" | "subject_id" | "made_at">;

interface Receiver {
  householdId: string;
  kinds: readonly string[];
}

/**
 * Writes the message's JSON, with the present task or item. Returns null if there is nothing to
 * say, or if a later message says it.
 */
export async function writeBody(
  db: Kysely<Database>,
  { kind, subject_id: id, made_at: timestamp }: Message,
  receiver: Receiver,
): Promise<string | null> {
  if (kind === "test") return JSON.stringify({ type: kind, timestamp, data: {} });
  const said = await say(db, receiver, { kind, id });
  return said && JSON.stringify({ type: said.type, timestamp, data: said.data });
}

interface Said {
  type: WebhookKind;
  data: object;
}

async function say(
  db: Kysely<Database>,
  receiver: Receiver,
  { kind, id }: { kind: WebhookKind; id: string },
): Promise<Said | null> {
  if (kind === "list.item_added") return sayItem(db, receiver, id);
  if (kind !== "import.ended") return sayTask(db, receiver, { kind, id });
  const data = await findEndedImport(db, receiver, id);
  return data && { type: kind, data };
}

async function sayItem(
  db: Kysely<Database>,
  { householdId }: Receiver,
  id: string,
): Promise<Said | null> {
  const item = await findItem(db, { householdId }, id);
  if (!item) return null;
  const { name, isTicked, list } = item;
  const data = { id, name, is_ticked: isTicked, list_id: list.id, list: list.name };
  return { type: "list.item_added", data };
}

async function sayTask(
  db: Kysely<Database>,
  { householdId, kinds }: Receiver,
  { kind, id }: { kind: WebhookKind; id: string },
): Promise<Said | null> {
  const task = await findTaskOrDeleted(db, { householdId }, id);
  if (!task || task.is_ahead) return null;
  if (isGone(task)) return kind === "task.deleted" ? { type: kind, data: tombstoneOf(task) } : null;
  if (kind === "task.due" && task.is_completed) return null;
  const type = isStillTrue(kind, task) ? kind : "task.changed";
  if (type !== kind && !kinds.includes(type)) return null;
  const [data] = await viewTasks(db, [task]);
  return { type, data: data! };
}

/** A task may have been reopened or restored since. */
function isStillTrue(kind: WebhookKind, { is_completed }: Task): boolean {
  if (kind === "task.completed") return is_completed === 1;
  return kind !== "task.deleted";
}

function tombstoneOf({ id, deleted_at, changed_at, created_at }: Task) {
  return { id, deleted_at, updated_at: changed_at ?? created_at };
}
