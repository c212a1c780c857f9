import { hash } from "node:crypto";
import type { Kysely, Transaction } from "kysely";
import { v7 as newId } from "uuid";
import { bit } from "#app/domain/core/bit.ts";
import { laterBy, nowIso } from "#app/domain/core/time.ts";
import { instantOn } from "#app/domain/recurrence/dates.server.ts";
import { findNoRoom } from "#app/domain/tasks/adding/room.server.ts";
import { saveTasks } from "#app/domain/tasks/adding/save-tasks.server.ts";
import { type Actor, completeTask, deleteTask } from "#app/domain/tasks/changing/task.server.ts";
import { copyChecklist } from "#app/domain/tasks/checklist/copy-checklist.server.ts";
import { dueColumns } from "#app/domain/tasks/due/due.server.ts";
import { announceTaskChange, ChangeRefused } from "#app/domain/tasks/events.server.ts";
import type { Member, Task } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database } from "#db/schema.ts";
import { findDatesBetween, type LaterDate } from "../dates-between.server.ts";
import { exclude, othersLeftOut } from "../occurrences/complete-ahead.server.ts";
import { findOpen } from "../occurrences/find-open.server.ts";
import { maxAhead } from "../occurrences/far-ahead.server.ts";
import { findOrAddAhead } from "../occurrences/plan-ahead.server.ts";
import { datesFrom, excludedOn, type Series, todayOf } from "../occurrences/series.server.ts";
import { inHousehold } from "#app/domain/people/household/in-household.server.ts";

/** Names a date of a series by the task of the open one, and its day (YYYY-MM-DD). */
export interface LaterKey {
  openId: string;
  on: string;
}

export interface FoundLater {
  open: Task;
  series: Series;
  date: LaterDate;
  /** True if too many dates come before it, or were left out already, to change it yet. */
  isFar: boolean;
}

/** Finds a date that is not open yet; undefined if the series does not have it. */
export async function findLaterDate(
  db: Kysely<Database>,
  member: Member,
  { openId, on }: LaterKey,
): Promise<FoundLater | undefined> {
  const found = await findOpen(db, member, openId);
  const next = found?.occurrence.next_on;
  if (!found || !next || on < next) return undefined;
  const { series, task: open } = found;
  const from = instantOn(on, series.local_time, series.time_zone);
  const between = { from, before: laterBy(from, { minutes: 1 }) };
  const dates = await findDatesBetween(db, series.household_id, between);
  const date = dates.find((one) => one.openId === openId && one.on === on);
  if (!date) return undefined;
  const today = todayOf(series, nowIso());
  const left = excludedOn(series).filter((each) => each > today).length;
  const isFar = datesFrom(series, next, on).length > maxAhead || left >= maxAhead;
  return { open, series, date, isFar };
}

async function requireNear(
  trx: Transaction<Database>,
  member: Member,
  key: LaterKey,
): Promise<FoundLater | undefined> {
  const found = await findLaterDate(trx, member, key);
  return found?.isFar ? undefined : found;
}

/** Completes it before its time. Returns its task's id; null if the series has no such date now. */
export async function completeLaterDate(
  db: Kysely<Database>,
  actor: Actor,
  key: LaterKey,
  now: string = nowIso(),
): Promise<string | null> {
  return inHousehold(db, actor, async (trx) => {
    const found = await requireNear(trx, actor, key);
    if (!found) return null;
    const { personId } = found.date;
    const id = await findOrAddAhead(trx, found, { on: key.on, personId }, now);
    if (!(await completeTask(trx, actor, id))) throw new ChangeRefused("It was changed since");
    return id;
  });
}

/** Removes the date from the series. */
export async function skipLaterDate(
  db: Kysely<Database>,
  actor: Actor,
  key: LaterKey,
): Promise<boolean> {
  return inHousehold(db, actor, async (trx) => {
    const found = await requireNear(trx, actor, key);
    if (!found) return false;
    await leaveOut(trx, found, key);
    return true;
  });
}

async function leaveOut(
  trx: Transaction<Database>,
  { series }: FoundLater,
  { openId, on }: LaterKey,
): Promise<void> {
  await exclude(trx, series, [...excludedOn(series), on]);
  await announceTaskChange(trx, [openId]);
}

/**
 * Removes the date from the series, and adds a task on another day for the same person.
 * @param local wall clock (YYYY-MM-DDTHH:mm) in the series' zone
 * @returns the new task's id; null if the series has no such date now
 */
export async function moveLaterDate(
  db: Kysely<Database>,
  actor: Actor,
  key: LaterKey,
  local: string,
  now: string = nowIso(),
): Promise<string | { refused: string } | null> {
  const noRoom = await findNoRoom(db, actor.householdId, { tasks: 1, series: 0 });
  if (noRoom) return noRoom;
  return inHousehold(db, actor, async (trx) => {
    const found = await requireNear(trx, actor, key);
    if (!found) return null;
    const { series, date } = found;
    const isUsual = !date.hasTime && local.endsWith(series.local_time);
    const id = newId();
    const content = {
      id,
      title: series.title,
      category: series.category,
      description: series.description,
      assignee: date.who,
      about: series.about_id === null ? null : { id: series.about_id },
      ...dueColumns(local, series.time_zone),
      due_has_time: bit(!isUsual),
      request_id: hash("sha256", `${series.id} ${key.on} ${id}`, "hex"),
    };
    const none = { readings: [], dueReadings: [], repeating: [], requests: [] };
    await leaveOut(trx, found, key);
    await saveTasks(trx, actor.userId, { now, contents: [content], ...none });
    await copyChecklist(trx, { from: found.open, to: id });
    await announceTaskChange(trx, [id], now);
    return id;
  });
}

/**
 * Brings back a date that was skipped or moved.
 * @param movedTo the task that it became
 * @returns false if the series goes on without it
 */
export async function bringBackLaterDate(
  db: Kysely<Database>,
  actor: Actor,
  { openId, on }: LaterKey,
  movedTo: string | undefined,
): Promise<boolean> {
  return inHousehold(db, actor, async (trx) => {
    const found = await findOpen(trx, actor, openId);
    const others = found && othersLeftOut(found.series, found.occurrence, on);
    if (!found || !others) return false;
    if (movedTo !== undefined && !(await deleteTask(trx, actor, movedTo))) return false;
    await exclude(trx, found.series, others);
    await announceTaskChange(trx, [openId]);
    return true;
  });
}
