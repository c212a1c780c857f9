import type { Kysely, Transaction } from "kysely";
import { v7 as newId } from "uuid";
import { earlierBy, nowIso } from "#app/domain/core/time.ts";
import { findImportedAmong } from "#app/domain/imports/known.server.ts";
import { importMark } from "#app/domain/tasks/changing/changed-since.server.ts";
import { importRequest } from "#app/domain/imports/limits.ts";
import { findLastAdded, findTickedSince, undoAddedIn } from "#app/domain/lists/items.server.ts";
import type { ZonedViewer } from "#app/domain/core/viewer.ts";
import { hoursUndone, listUndoable } from "#app/domain/inbox/chat-requests.server.ts";
import { whatWasBuilt } from "#app/domain/inbox/undo.server.ts";
import { wholeText } from "#app/domain/outbox/rendering/fit-text.ts";
import {
  forgetDeletion,
  isChangedBeside,
  joinEvents,
  listEventsBy,
  undoMark,
} from "#app/domain/tasks/changing/history.server.ts";
import { deleteTask } from "#app/domain/tasks/changing/task.server.ts";
import {
  findTaskOrDeleted,
  listAddedBy,
  versionWhenAdded,
} from "#app/domain/tasks/find-tasks.server.ts";
import type { Database } from "#db/schema.ts";
import { canTakeBack, isBack, type Made, undoEvents } from "./change-at-once.server.ts";
import { inHousehold } from "#app/domain/people/household/in-household.server.ts";

export interface TakenBackLast {
  titles: string[];
  /** Says why a task stays. Without a title, the words name it. */
  kept: { title?: string; words: string } | null;
}

interface Asked {
  since: string;
  now: string;
  /** The mark with which one program's changes begin; undefined for all that the viewer did. */
  mark: string | undefined;
}

const items = new Intl.ListFormat("en-US");

/**
 * Takes back what the viewer added or changed last on pages within 24 hours.
 * @param mark set to take back what one program did in the viewer's name
 */
export async function undoLastOnPages(
  db: Kysely<Database>,
  viewer: ZonedViewer,
  now: string,
  mark?: string,
): Promise<TakenBackLast> {
  const asked = { since: earlierBy(now, { hours: hoursUndone }), now, mark };
  return inHousehold(db, viewer, async (trx) => {
    const change = await findLastChange(trx, viewer, asked);
    const added = await listLastAdded(trx, viewer, asked);
    const isAdded = added.some(({ created_at }) => !change || created_at > change[0]!.acted_at);
    const latest = isAdded ? added[0]!.created_at : (change?.[0]!.acted_at ?? "");
    const listed = await findLastAdded(trx, viewer, { ...asked, omits: importRequest });
    if (listed && listed.at > latest) {
      const ticked = await findTickedSince(trx, viewer, listed.requestId);
      if (ticked) return { titles: [], kept: { title: ticked, words: "It was ticked since." } };
      await undoAddedIn(trx, viewer, listed.listId, listed.requestId);
      return { titles: [items.format(listed.names)], kept: null };
    }
    if (isAdded) return takeBackAdded(trx, viewer, added, asked);
    if (!change) return { titles: [], kept: null };
    const since = nowIso();
    const { titles, kept } = await undoEvents(trx, viewer, change);
    if (mark !== undefined) {
      const taskIds = change.map(({ task_id }) => task_id);
      const changedWith = `${undoMark(mark)}${newId()}`;
      await joinEvents(trx, { userId: viewer.userId, taskIds, since, changedWith });
    }
    const [first] = kept;
    return { titles, kept: first ? { ...first, words: `${first.words}.` } : null };
  });
}

/**
 * Finds the last change that still stands, with all tasks that it changed. A move and the move back
 * are no change.
 */
async function findLastChange(
  trx: Transaction<Database>,
  viewer: ZonedViewer,
  { since, now, mark }: Asked,
): Promise<Made[] | null> {
  const events = await listEventsBy(trx, viewer.userId, { from: since, until: now });
  for (const event of events.filter(({ changed_with }) => isMarked(changed_with, mark))) {
    if (event.changed_with?.startsWith(importMark)) continue;
    if (!canTakeBack(event) || events.some((other) => reverses(other, event))) continue;
    const task = await findTaskOrDeleted(trx, viewer, event.task_id);
    const isGone = task?.deleted_at && !["deleted", "skipped"].includes(event.mark ?? "");
    if (task && !isGone && !isBack(task, event))
      return events.filter((other) => isSameChange(other, event));
  }
  return null;
}

const isMarked = (name: string | null, mark: string | undefined) =>
  mark === undefined || (name?.startsWith(mark) ?? false);

const isSameChange = (one: Made, other: Made): boolean =>
  one.acted_at === other.acted_at ||
  (one.changed_with !== null && one.changed_with === other.changed_with);

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

/** UNDO by text takes back what a text added, and an import is undone on its own page. */
async function listLastAdded(
  trx: Transaction<Database>,
  viewer: ZonedViewer,
  { since, now, mark }: Asked,
) {
  const byText = new Set(
    (await listUndoable(trx, viewer.userId, now)).flatMap(({ taskIds }) => taskIds),
  );
  const added = await listAddedBy(trx, viewer, since);
  const imported = await findImportedAmong(
    trx,
    added.map(({ id }) => id),
  );
  const own = added.filter(
    ({ id, request_id }) => !byText.has(id) && !imported.has(id) && isMarked(request_id, mark),
  );
  return own.filter(({ created_at }) => created_at === own[0]!.created_at);
}

async function takeBackAdded(
  trx: Transaction<Database>,
  viewer: ZonedViewer,
  added: readonly { id: string }[],
  { now, mark }: Asked,
): Promise<TakenBackLast> {
  const taken: TakenBackLast = { titles: [], kept: null };
  for (const { id } of added) {
    const task = await findTaskOrDeleted(trx, viewer, id);
    // A program is not alone: the account's person may have changed it, or another program.
    const isByOthers =
      task !== undefined && mark !== undefined && (await isChangedBeside(trx, task, mark));
    const about = { version: versionWhenAdded, isByOthers };
    const why = task && (await whatWasBuilt(trx, viewer, task, about, now));
    if (why) taken.kept = { words: wholeText(why) };
    if (!task || why || !(await deleteTask(trx, viewer, id))) continue;
    await forgetDeletion(trx, id);
    taken.titles.push(task.title);
  }
  return taken;
}
