import { hash } from "node:crypto";
import type { Kysely, Selectable, Transaction } from "kysely";
import { v7 as newId } from "uuid";
import { earlierBy, nowIso } from "#app/domain/core/time.ts";
import type { Viewer } from "#app/domain/core/viewer.ts";
import { listSyncedItems } from "#app/domain/lists/synced-items.server.ts";
import { readRevision } from "#app/domain/people/revision.server.ts";
import { listCustomReminders } from "#app/domain/reminders/lists/custom-minutes.server.ts";
import {
  findOccurrences,
  type Occurrence,
  type Series,
} from "#app/domain/series/occurrences/series.server.ts";
import { listSyncedTasks, type SyncedTask } from "#app/domain/tasks/lists/synced-tasks.server.ts";
import type { Database } from "#db/schema.ts";
import { eventsSegment, listCalendars } from "./calendars.server.ts";
import { inHousehold } from "#app/domain/people/household/in-household.server.ts";
import type { DavObject } from "./dav-object.ts";
import { withStates } from "./known-states.server.ts";

type State = Selectable<Database["dav_states"]>;

/** Something that clients see in a calendar. */
interface Subject {
  calendar: string;
  id: string;
  taskId: string | null;
  fingerprint: string;
}

const doneFor = { hours: 24 * 90 };
const deletionsFor = { hours: 24 * 90 };

/**
 * Compares what clients know with what there is, wherever it was changed, and counts up the
 * position for each difference. Does nothing while the household's revision is the same.
 */
export async function recordChanges(
  db: Kysely<Database>,
  { householdId }: Pick<Viewer, "householdId">,
  now: string = nowIso(),
): Promise<State> {
  const known = await findState(db, householdId);
  const revision = await readRevision(db, householdId);
  const today = now.slice(0, 10);
  if (known?.seen_revision === revision && known.seen_on === today) return known;
  return inHousehold(db, { householdId }, (trx) => recordChangesNow(trx, { householdId }, now));
}

/** For a change that is only to a client's object. */
export async function recordChangesNow(
  trx: Transaction<Database>,
  { householdId }: Pick<Viewer, "householdId">,
  now: string = nowIso(),
): Promise<State> {
  const today = now.slice(0, 10);
  const state = (await findState(trx, householdId)) ?? (await startState(trx, householdId));
  if (state.seen_on !== today) state.floor = await forgetDeletions(trx, state, now);
  state.position = await compare(trx, state, now);
  const seen = { seen_revision: await readRevision(trx, householdId), seen_on: today };
  const next = { ...state, ...seen };
  await trx.updateTable("dav_states").set(next).where("household_id", "=", householdId).execute();
  return next;
}

const findState = (db: Kysely<Database>, householdId: string): Promise<State | undefined> =>
  db
    .selectFrom("dav_states")
    .selectAll()
    .where("household_id", "=", householdId)
    .executeTakeFirst();

async function startState(trx: Transaction<Database>, householdId: string): Promise<State> {
  const state = {
    household_id: householdId,
    epoch: newId(),
    position: 0,
    floor: 0,
    seen_revision: -1,
    seen_on: "",
  };
  await trx.insertInto("dav_states").values(state).execute();
  return state;
}

/** A client that asks from before it reads everything again. */
async function forgetDeletions(
  trx: Transaction<Database>,
  { household_id, floor }: State,
  now: string,
): Promise<number> {
  const forgotten = await trx
    .deleteFrom("dav_objects")
    .where("household_id", "=", household_id)
    .where("deleted_at", "<", earlierBy(now, deletionsFor))
    .returning("position")
    .execute();
  return Math.max(floor, ...forgotten.map(({ position }) => position));
}

async function compare(trx: Transaction<Database>, state: State, now: string): Promise<number> {
  const householdId = state.household_id;
  const rows = await listAll(trx, householdId);
  const subjects = await listSubjects(trx, householdId, rows, now);
  const byId = Map.groupBy(rows, ({ subject_id }) => subject_id);
  const seen = new Set<DavObject>();
  const changed: DavObject[] = [];
  const addresses = new Set(rows.map(addressOf));
  const liveByUid = Map.groupBy(
    rows.filter(({ deleted_at, calendar }) => deleted_at === null && calendar !== eventsSegment),
    ({ uid }) => uid,
  );
  // While a task was deleted, a client may have sent its UID for a new one.
  const hasTaken = (uid: string, { id, calendar }: Subject) =>
    calendar !== eventsSegment &&
    (liveByUid.get(uid) ?? []).some(({ subject_id }) => subject_id !== id);
  let { position } = state;
  for (const subject of subjects) {
    const own = byId.get(subject.id) ?? [];
    const here = own.filter(({ calendar }) => calendar === subject.calendar);
    const held = here.filter(({ held_at }) => held_at !== null);
    for (const row of held) seen.add(row);
    if (held.length > 0) continue;
    const live = here.filter(({ deleted_at }) => deleted_at === null);
    const gone = here.filter(({ uid }) => !hasTaken(uid, subject)).toSorted(byPosition);
    const kept = live.length > 0 ? live : gone.slice(-1);
    for (const row of kept) {
      seen.add(row);
      if (isUpToDate(row, subject)) continue;
      position += 1;
      const text = row.deleted_at === null ? row : textOf(own);
      changed.push({ ...row, ...text, ...columnsOf(subject), position, ...inCalendar });
    }
    if (kept.length > 0) continue;
    position += 1;
    const known = own.filter(({ uid }) => !hasTaken(uid, subject));
    changed.push({ ...newRow(householdId, subject, known, addresses), position });
  }
  for (const row of await withStates(trx, householdId, changed)) await saveRow(trx, row);
  const left = rows.filter(
    (row) => !seen.has(row) && (row.deleted_at === null || row.held_at !== null),
  );
  for (const row of left) {
    position += 1;
    await trx
      .updateTable("dav_objects")
      .set({ deleted_at: now, held_at: null, position, fingerprint: "" })
      .where("household_id", "=", householdId)
      .where("calendar", "=", row.calendar)
      .where("name", "=", row.name)
      .execute();
  }
  return position;
}

const addressOf = ({ calendar, name }: Pick<DavObject, "calendar" | "name">) =>
  `${calendar}/${name}`;

const byPosition = (one: DavObject, other: DavObject) => one.position - other.position;

const isUpToDate = (row: DavObject, { fingerprint, taskId }: Subject) =>
  row.deleted_at === null && row.fingerprint === fingerprint && row.task_id === taskId;

export const inCalendar = { deleted_at: null, deleted_by: null, held_at: null };

const columnsOf = ({ calendar, id, taskId, fingerprint }: Subject) => ({
  calendar,
  subject_id: id,
  task_id: taskId,
  fingerprint,
});

/**
 * In another calendar a task keeps its name, its UID and the client's text. Only a name that is
 * among the addresses, to which the new one is added, is another task's there.
 */
function newRow(
  householdId: string,
  subject: Subject,
  own: readonly DavObject[],
  addresses: Set<string>,
) {
  const { calendar, id } = subject;
  const before = newestOf(own)?.name;
  const isFree = before !== undefined && !addresses.has(addressOf({ calendar, name: before }));
  const name = isFree ? before : `${id}.ics`;
  addresses.add(addressOf({ calendar, name }));
  const text = { uid: subject.id, content: null, fields: null, states: null, ...textOf(own) };
  return { household_id: householdId, name, ...text, ...columnsOf(subject), ...inCalendar };
}

/** A row that a task left behind in another calendar is older than the one in its own. */
const newestOf = (own: readonly DavObject[]): DavObject | undefined =>
  own
    .filter(({ deleted_at }) => deleted_at === null)
    .toSorted(byPosition)
    .at(-1) ?? own.toSorted(byPosition).at(-1);

function textOf(own: readonly DavObject[]) {
  const newest = newestOf(own);
  if (!newest) return undefined;
  const { uid, content, fields, states } = newest;
  return { uid, content, fields, states };
}

export async function saveRow(trx: Transaction<Database>, row: DavObject): Promise<void> {
  await trx
    .insertInto("dav_objects")
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(["household_id", "calendar", "name"]).doUpdateSet(row),
    )
    .execute();
}

const listAll = (db: Kysely<Database>, householdId: string): Promise<DavObject[]> =>
  db.selectFrom("dav_objects").selectAll().where("household_id", "=", householdId).execute();

async function listSubjects(
  trx: Transaction<Database>,
  householdId: string,
  rows: readonly DavObject[],
  now: string,
): Promise<Subject[]> {
  const subjects = await listTaskSubjects(trx, householdId, rows, now);
  for (const { segment, holds } of await listCalendars(trx, { householdId })) {
    if (holds.type !== "items") continue;
    for (const item of await listSyncedItems(trx, householdId, holds.listId)) {
      const fingerprint = digestOf([item.name, item.ticked_at]);
      subjects.push({ calendar: segment, id: item.id, taskId: null, fingerprint });
    }
  }
  return subjects;
}

/** A series is one object, which shows its open occurrence. */
async function listTaskSubjects(
  trx: Transaction<Database>,
  householdId: string,
  rows: readonly DavObject[],
  now: string,
): Promise<Subject[]> {
  // A client would lose its own object.
  const own = rows.filter(({ content, deleted_at }) => content !== null && deleted_at === null);
  const tasks = await listSyncedTasks(trx, householdId, {
    doneSince: earlierBy(now, doneFor),
    more: own.flatMap(({ task_id }) => task_id ?? []),
  });
  const ids = tasks.map(({ id }) => id);
  const found = await findOccurrences(trx, ids);
  const inSeries = new Map(found.map((each) => [each.occurrence.task_id, each]));
  const reminders = Map.groupBy(await listCustomReminders(trx, ids), ({ task_id }) => task_id);
  const shown = shownOccurrences(found);
  const linked = new Set(rows.map(({ subject_id }) => subject_id));
  const subjects: Subject[] = [];
  for (const task of tasks) {
    const repeats = inSeries.get(task.id);
    if (task.due_date !== null && task.due_has_time)
      subjects.push({
        calendar: eventsSegment,
        id: `event-${task.id}`,
        taskId: task.id,
        fingerprint: digestOf([task.id, task.version]),
      });
    const isShown = !repeats || shown.get(repeats.series.id) === task.id;
    // A client may have an object of its own for a date that it has done.
    if (!isShown && !linked.has(task.id)) continue;
    const reminded = (reminders.get(task.id) ?? []).map((each) => [
      each.user_id,
      each.minutes_before,
    ]);
    const subject = {
      calendar: task.category.toLowerCase(),
      taskId: task.id,
      fingerprint: fingerprintOf(task, isShown ? repeats : undefined, reminded),
    };
    if (!repeats || !isShown) subjects.push({ ...subject, id: task.id });
    else {
      if (!linked.has(repeats.series.id)) await becomeSeries(trx, householdId, rows, repeats);
      subjects.push({ ...subject, id: repeats.series.id });
    }
  }
  return subjects;
}

type Found = { occurrence: Occurrence; series: Series };

/** Keyed by series: its open occurrence, or else its last. */
function shownOccurrences(found: readonly Found[]): Map<string, string | null> {
  const bySeries = Map.groupBy(found, ({ series }) => series.id);
  return new Map(
    [...bySeries].map(([id, all]) => {
      const sorted = all.toSorted((one, other) => one.occurrence.number - other.occurrence.number);
      const open = sorted.find(({ occurrence }) => occurrence.state === "open");
      return [id, (open ?? sorted.at(-1))?.occurrence.task_id ?? null];
    }),
  );
}

/** A task that repeats since keeps its object. */
async function becomeSeries(
  trx: Transaction<Database>,
  householdId: string,
  rows: readonly DavObject[],
  { series, occurrence }: Found,
): Promise<void> {
  const own = rows.filter(({ subject_id }) => subject_id === occurrence.task_id);
  for (const row of own) row.subject_id = series.id;
  await trx
    .updateTable("dav_objects")
    .set({ subject_id: series.id })
    .where("household_id", "=", householdId)
    .where("subject_id", "=", occurrence.task_id!)
    .execute();
}

function fingerprintOf(task: SyncedTask, repeats: Found | undefined, reminders: unknown): string {
  const series = repeats && seriesState(repeats.series);
  return digestOf([task.id, task.version, series, reminders]);
}

function seriesState({ rule, counts_from, starts_on, excluded_on, paused, ended_at }: Series) {
  return [rule, counts_from, starts_on, excluded_on, paused, ended_at !== null];
}

const digestOf = (parts: unknown) =>
  hash("sha256", JSON.stringify(parts), "base64url").slice(0, 22);

/** Makes clients read everything again: what they have may be newer than a restored backup. */
export async function forgetSyncTokens(trx: Transaction<Database>): Promise<void> {
  await trx.updateTable("dav_states").set({ epoch: newId() }).execute();
}

/**
 * Gives what clients know of a household's tasks to the household that these have moved to. What is
 * in the way there stays, and Mila gives the task another address.
 */
export async function moveObjects(
  trx: Transaction<Database>,
  from: string,
  to: string,
): Promise<void> {
  await trx
    .updateTable("dav_objects")
    .set({ household_id: to, fingerprint: "", position: 0 })
    .where("household_id", "=", from)
    .where("calendar", "!=", eventsSegment)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("dav_objects as there")
            .select("there.name")
            .where("there.household_id", "=", to)
            .where(({ eb, or, and }) =>
              or([
                eb("there.uid", "=", eb.ref("dav_objects.uid")),
                and([
                  eb("there.calendar", "=", eb.ref("dav_objects.calendar")),
                  eb("there.name", "=", eb.ref("dav_objects.name")),
                ]),
              ]),
            ),
        ),
      ),
    )
    .execute();
  await trx
    .updateTable("dav_calendars")
    .set({ household_id: to })
    .where("household_id", "=", from)
    .where("list_id", "is not", null)
    .where(
      "segment",
      "not in",
      trx
        .selectFrom("dav_calendars as there")
        .select("there.segment")
        .where("there.household_id", "=", to),
    )
    .execute();
}
