import type { Kysely, Transaction } from "kysely";
import { NoRoom } from "#app/domain/tasks/events.server.ts";
import type { Database } from "#db/schema.ts";
import { adoptTask } from "./adopt-task.server.ts";
import type { AppViewer } from "./app-viewer.ts";
import { type Calendar, eventsSegment } from "./calendars.server.ts";
import { changeItem, createItem } from "./change-item.server.ts";
import { changeTask, createTask, isCalledOff, moveTask } from "./change-task.server.ts";
import { type Fields, fitItemName, noFields } from "./fields.ts";
import { listObjectsByUid, listObjectsNamed } from "./find-objects.server.ts";
import { deleteSubject, releaseHeld } from "./held-deletions.server.ts";
import { listKnown } from "./known-states.server.ts";
import type { Linked } from "./linked.ts";
import { canBeTextOf, ownersAfter } from "./own-lines.ts";
import {
  loadLibrary,
  type ReadObject,
  readObject,
  UnreadableObject,
} from "./read-object.server.ts";
import type { DavObject } from "./dav-object.ts";
import { inCalendar, recordChanges, recordChangesNow, saveRow } from "./record-changes.server.ts";
import { RefusedObject } from "./refused-object.ts";
import {
  findShown,
  keptFor,
  objectTag,
  type ShownObject,
  showObjects,
} from "./show-objects.server.ts";
import { withoutStale } from "./stale-change.server.ts";
import { takeBackDeletion } from "./take-back.server.ts";
import { inHousehold } from "#app/domain/people/household/in-household.server.ts";
import { writeObject } from "./write-object.server.ts";

export interface Conditions {
  ifMatch: string | undefined;
  ifNoneMatch: string | undefined;
}

export type Put =
  /** The tag is null if Mila keeps something else than what came. */
  | { status: "created" | "saved"; tag: string | null }
  | { status: "changed" }
  | { status: "missing" }
  | { status: "refused"; refused: RefusedObject };

/** Takes a client's object, and changes in Mila what the client has changed. */
export async function putObject(
  db: Kysely<Database>,
  viewer: AppViewer,
  calendar: Calendar,
  { name, text, ...conditions }: { name: string; text: string } & Conditions,
): Promise<Put> {
  try {
    return await inHousehold(db, viewer, async (trx) => {
      requireWritable(calendar);
      await recordChanges(trx, viewer);
      const seen = await findPresent(trx, viewer, calendar, name);
      if (!seen) await releaseHeld(trx, viewer, calendar, name);
      const known = seen ?? (await findPresent(trx, viewer, calendar, name));
      const { ifMatch } = conditions;
      // For the client, what waits for a person's word is not there.
      const ifNoneMatch = seen ? conditions.ifNoneMatch : undefined;
      const failed = failedCondition({ ifMatch, ifNoneMatch }, known?.tag);
      if (failed) return { status: failed };
      const library = await loadLibrary();
      const read = forCalendar(readObject(library, text, viewer.timeZone), calendar);
      if (!known) await takeBackDeletion(trx, viewer, calendar, { name, uid: read.uid });
      const present = known ?? (await findPresent(trx, viewer, calendar, name));
      const readAgain = (other: string) =>
        forCalendar(readObject(library, other, viewer.timeZone), calendar);
      const before = present && readAgain(present.text);
      const subject = before
        ? await change(trx, viewer, calendar, {
            row: present.row,
            before,
            after:
              ifMatch === undefined
                ? await readStale(trx, viewer, calendar, { present, before, text, readAgain })
                : read,
            isSentAgain: ifMatch === undefined && isKept(present.row, viewer, text),
          })
        : await create(trx, viewer, calendar, { name, text, read, readAgain });
      const tag = await keep(trx, viewer, calendar, { name, text, read, subject });
      return { status: known ? "saved" : "created", tag };
    });
  } catch (error) {
    if (error instanceof RefusedObject) return { status: "refused", refused: error };
    if (error instanceof UnreadableObject)
      return { status: "refused", refused: new RefusedObject("unreadable", error.message) };
    if (error instanceof NoRoom)
      return { status: "refused", refused: new RefusedObject("full", error.message) };
    throw error;
  }
}

interface Blind {
  present: ShownObject;
  before: ReadObject;
  text: string;
  readAgain: (text: string) => ReadObject;
}

/** Reads what a client sends that has not said what it knows. */
async function readStale(
  trx: Transaction<Database>,
  viewer: AppViewer,
  calendar: Calendar,
  { present: { row }, before, text, readAgain }: Blind,
): Promise<ReadObject> {
  const read = readAgain(text);
  const now = (await findShown(trx, viewer, calendar, [row])).get(row);
  if (!now) return read;
  const library = await loadLibrary();
  const kept = keptFor(library, viewer, row, calendar);
  const own = kept?.isOwn ? kept.content : null;
  const ownRead = own === null ? null : readAgain(own);
  const states = listKnown(row, viewer.userId, now).map((state) =>
    readAgain(writeObject(library, kept, state)),
  );
  const earlier = [...states, ...(ownRead ? [ownRead] : [])];
  const { changedAt } = now;
  const ownOpenOn = ownRead?.openOn ?? null;
  return withoutStale(
    library,
    { text, read },
    { present: before, earlier, changedAt, own, ownOpenOn },
  );
}

const isKept = (row: DavObject, { userId }: AppViewer, text: string) =>
  row.content === text && canBeTextOf(row, userId);

async function findPresent(
  trx: Transaction<Database>,
  viewer: AppViewer,
  calendar: Calendar,
  name: string,
): Promise<ShownObject | undefined> {
  const rows = await listObjectsNamed(trx, viewer, calendar, [name]);
  return (await showObjects(trx, viewer, calendar, rows))[0];
}

/** Its tasks change in the calendars of their categories. */
function requireWritable({ holds }: Calendar): void {
  if (holds.type === "events")
    throw new RefusedObject("read_only", "This calendar can only be read.");
}

/** A client that knows another state must not overwrite this one. */
export function failedCondition(
  { ifMatch, ifNoneMatch }: Conditions,
  tag: string | undefined,
): "changed" | "missing" | null {
  const has = (tags: string) =>
    tags.split(",").some((each) => ["*", tag].includes(each.trim().replace(/^W\//, "")));
  if (ifMatch !== undefined && tag === undefined) return "missing";
  if (ifMatch !== undefined && !has(ifMatch)) return "changed";
  return ifNoneMatch !== undefined && tag !== undefined && has(ifNoneMatch) ? "changed" : null;
}

/** An item of a list only has a name, and is ticked or not. */
function forCalendar(read: ReadObject, { holds }: Calendar): ReadObject {
  if (holds.type !== "items") return read;
  const { title, isDone, doneAt } = read.fields;
  return { ...read, fields: { ...noFields, title: fitItemName(title), isDone, doneAt } };
}

interface Change {
  row: DavObject;
  before: ReadObject;
  after: ReadObject;
  /** True if a client that does not look sends once more what it has sent last. */
  isSentAgain: boolean;
}

async function change(
  trx: Transaction<Database>,
  viewer: AppViewer,
  { holds }: Calendar,
  { row, before, after, isSentAgain }: Change,
): Promise<Linked> {
  if (after.uid !== row.uid) throw new RefusedObject("uid", "An object keeps its UID.");
  const linked = { subjectId: row.subject_id, taskId: row.task_id };
  if (isSentAgain) return linked;
  if (holds.type !== "items")
    return (await changeTask(trx, viewer, row, { before, after })) ?? linked;
  if (!isCalledOff({ before, after })) {
    const item = { itemId: row.subject_id, listId: holds.listId };
    return changeItem(trx, viewer, item, { before, after });
  }
  await deleteSubject(trx, viewer, row);
  return linked;
}

interface New {
  name: string;
  text: string;
  read: ReadObject;
  readAgain: (text: string) => ReadObject;
}

async function create(
  trx: Transaction<Database>,
  viewer: AppViewer,
  calendar: Calendar,
  { name, text, read, readAgain }: New,
): Promise<Linked> {
  const same = await listObjectsByUid(trx, viewer, read.uid);
  const here = same.find((row) => row.calendar === calendar.segment);
  if (here)
    throw new RefusedObject("uid", "This UID has another name here.", {
      calendar: calendar.segment,
      name: here.name,
    });
  const { holds } = calendar;
  if (holds.type === "items") return createItem(trx, viewer, calendar, holds.listId, read);
  if (holds.type === "events") throw new RefusedObject("read_only", "Only to be read.");
  const moved = same.find(({ task_id, calendar: at }) => task_id !== null && at !== eventsSegment);
  if (!moved) {
    const { category } = holds;
    const adopted = await adoptTask(trx, viewer, calendar, { name, read, category });
    return adopted ?? createTask(trx, viewer, category, read);
  }
  const [present] = await showObjects(trx, viewer, calendar, [moved]);
  await moveTask(
    trx,
    viewer,
    { row: moved, to: { calendar: calendar.segment, name } },
    holds.category,
  );
  if (present) {
    const before = readAgain(present.text);
    const after = await readStale(trx, viewer, calendar, { present, before, text, readAgain });
    await changeTask(trx, viewer, moved, { before, after });
  }
  return { subjectId: moved.subject_id, taskId: moved.task_id };
}

interface Taken {
  name: string;
  text: string;
  read: ReadObject;
  subject: Linked;
}

/** Keeps the client's text with its fields. Returns its tag if it comes back unchanged. */
async function keep(
  trx: Transaction<Database>,
  viewer: AppViewer,
  calendar: Calendar,
  { name, text, read, subject }: Taken,
): Promise<string | null> {
  const columns = { household_id: viewer.householdId, calendar: calendar.segment, name };
  const [known] = await listObjectsNamed(trx, viewer, calendar, [name]);
  const owners = ownersAfter(known ?? { content: null, fields: null }, viewer);
  const row: DavObject = {
    ...columns,
    uid: read.uid,
    subject_id: subject.subjectId,
    task_id: subject.taskId,
    content: text,
    fields: JSON.stringify({ ...read.fields, ...owners }),
    fingerprint: "",
    states: known?.states ?? null,
    position: known?.position ?? 0,
    ...inCalendar,
    // Only if it is called off, and leaves the calendar, that stays.
    deleted_by: read.isCancelled ? viewer.userId : null,
  };
  await saveRow(trx, row);
  await recordChangesNow(trx, viewer);
  const [saved] = await listObjectsNamed(trx, viewer, calendar, [name]);
  const shown = saved && (await findShown(trx, viewer, calendar, [saved])).get(saved);
  if (!saved || !shown) return null;
  const fields = JSON.stringify({ ...fieldsSaid(read.fields, shown.fields), ...owners });
  await saveRow(trx, { ...saved, fields });
  const [present] = await showObjects(trx, viewer, calendar, [{ ...saved, fields }]);
  return present?.text === text ? objectTag(text) : null;
}

/**
 * Returns the fields for which the text stands in Mila's terms. Where Mila can't say what the
 * client says, the client's words stay as they came.
 */
function fieldsSaid(read: Fields, shown: Fields): Fields {
  const { title, description, due, isDone } = read;
  return { ...shown, title, description, due, isDone };
}
