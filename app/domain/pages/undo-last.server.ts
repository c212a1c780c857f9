import type { Kysely, Transaction } from "kysely";
import { earlierBy } from "#app/domain/core/time.ts";
import { findLastAdded, undoAddedIn } from "#app/domain/lists/items.server.ts";
import type { ZonedViewer } from "#app/domain/core/viewer.ts";
import { hoursUndone, listUndoable } from "#app/domain/inbox/chat-requests.server.ts";
import { versionWhenAdded, whatWasBuilt } from "#app/domain/inbox/undo.server.ts";
import { wholeText } from "#app/domain/outbox/rendering/fit-text.ts";
import { forgetDeletion, listEventsBy } from "#app/domain/tasks/changing/history.server.ts";
import { deleteTask } from "#app/domain/tasks/changing/task.server.ts";
import { findTaskOrDeleted, listAddedBy } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database } from "#db/schema.ts";
import { canTakeBack, isBack, type Made, undoAtOnce } from "./change-at-once.server.ts";

export interface TakenBackLast {
  count: number;
  /** The title of a single task, or the names of the items added to a list. */
  title?: string;
  /** Says why a task stays. Without a title, the words name it. */
  kept: { title?: string; words: string } | null;
}

interface Asked {
  since: string;
  now: string;
}

const items = new Intl.ListFormat("en-US");

/** Takes back what the viewer added or changed last on pages within 24 hours. */
export async function undoLastOnPages(
  db: Kysely<Database>,
  viewer: ZonedViewer,
  now: string,
): Promise<TakenBackLast> {
  const asked = { since: earlierBy(now, { hours: hoursUndone }), now };
  return db.transaction().execute(async (trx) => {
    const change = await findLastChange(trx, viewer, asked);
    const added = await listLastAdded(trx, viewer, asked);
    const isAdded = added.some(({ created_at }) => !change || created_at > change.event.acted_at);
    const latest = isAdded ? added[0]!.created_at : (change?.event.acted_at ?? "");
    const listed = await findLastAdded(trx, viewer, asked.since);
    if (listed && listed.at > latest) {
      await undoAddedIn(trx, viewer, listed.listId, listed.requestId);
      return { count: 1, title: items.format(listed.names), kept: null };
    }
    if (isAdded) return takeBackAdded(trx, viewer, added, now);
    if (!change) return { count: 0, kept: null };
    const { from, event, title } = change;
    const { count, kept } = await undoAtOnce(trx, viewer, { from, until: event.acted_at });
    const [first] = kept;
    return { count, title, kept: first ? { ...first, words: `${first.words}.` } : null };
  });
}

/** Finds the last change that still stands. A move and the move back are no change. */
async function findLastChange(
  trx: Transaction<Database>,
  viewer: ZonedViewer,
  { since, now }: Asked,
): Promise<{ event: Made; title: string; from: string } | null> {
  const events = await listEventsBy(trx, viewer.userId, { from: since, until: now });
  for (const [index, event] of events.entries()) {
    if (!canTakeBack(event) || events.some((other) => reverses(other, event))) continue;
    const task = await findTaskOrDeleted(trx, viewer, event.task_id);
    const isGone = task?.deleted_at && !["deleted", "skipped"].includes(event.mark ?? "");
    if (task && !isGone && !isBack(task, event))
      return { event, title: task.title, from: startOfBurst(events.slice(index)) };
  }
  return null;
}

/** Longer than between two tasks of one change, and shorter than between two presses. */
const burstMs = 300;

/** Returns when a change of several tasks at once began: they are changed one after the other. */
function startOfBurst(events: readonly Made[]): string {
  const tasks = new Set<string>();
  const end = events.findIndex((event, index) => {
    tasks.add(event.task_id);
    const earlier = events[index + 1];
    if (!earlier || tasks.has(earlier.task_id) || !isAlike(earlier, event)) return true;
    return Date.parse(event.acted_at) - Date.parse(earlier.acted_at) > burstMs;
  });
  return events[end]!.acted_at;
}

function isAlike(one: Made, other: Made): boolean {
  return one.mark === other.mark && one.edited === other.edited;
}

function reverses(one: Made, other: Made): boolean {
  const isEdit = one.mark === null && other.mark === null && one.task_id === other.task_id;
  const isMove = isEdit && one.due_before !== null;
  const isOf = (part: string) => isEdit && one.edited === part && other.edited === part;
  if (isOf("about"))
    return one.about_before === other.about_after && one.about_after === other.about_before;
  return isOf("assignee")
    ? one.given_to === other.taken_from && one.taken_from === other.given_to
    : isMove && one.due_before === other.due_after && one.due_after === other.due_before;
}

/** UNDO by text takes back what was added by text. */
async function listLastAdded(
  trx: Transaction<Database>,
  viewer: ZonedViewer,
  { since, now }: Asked,
) {
  const byText = new Set(
    (await listUndoable(trx, viewer.userId, now)).flatMap(({ taskIds }) => taskIds),
  );
  const added = await listAddedBy(trx, viewer, since);
  const own = added.filter(({ id }) => !byText.has(id));
  return own.filter(({ created_at }) => created_at === own[0]!.created_at);
}

async function takeBackAdded(
  trx: Transaction<Database>,
  viewer: ZonedViewer,
  added: readonly { id: string }[],
  now: string,
): Promise<TakenBackLast> {
  const taken: TakenBackLast = { count: 0, kept: null };
  for (const { id } of added) {
    const task = await findTaskOrDeleted(trx, viewer, id);
    const why = task && (await whatWasBuilt(trx, viewer, task, versionWhenAdded, now));
    if (why) taken.kept = { words: wholeText(why) };
    if (!task || why || !(await deleteTask(trx, viewer, id))) continue;
    await forgetDeletion(trx, id);
    taken.count += 1;
    taken.title = task.title;
  }
  return taken;
}
