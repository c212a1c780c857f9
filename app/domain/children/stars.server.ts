import type { Kysely, Transaction } from "kysely";
import { v7 as newId } from "uuid";
import { formatDate, nowIso } from "#app/domain/core/time.ts";
import type { Viewer, ZonedViewer } from "#app/domain/core/viewer.ts";
import { findPeopleOfAccounts } from "#app/domain/people/people.server.ts";
import { findPeopleByIds } from "#app/domain/people/family/family-members.server.ts";
import { bumpRevision } from "#app/domain/people/revision.server.ts";
import type { Marked } from "#app/domain/tasks/events.server.ts";
import { findTasks } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database } from "#db/schema.ts";
import { findChildFor } from "./child-pages.server.ts";

export async function areStarsOn(db: Kysely<Database>, householdId: string): Promise<boolean> {
  const found = await db
    .selectFrom("star_households")
    .select("household_id")
    .where("household_id", "=", householdId)
    .executeTakeFirst();
  return found !== undefined;
}

/** Stars that were given stay, and are shown again once they are turned on again. */
export async function turnStars(
  db: Kysely<Database>,
  { householdId }: Viewer,
  { isOn }: { isOn: boolean },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (isOn)
      await trx
        .insertInto("star_households")
        .values({ household_id: householdId, turned_on_at: nowIso() })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    else await trx.deleteFrom("star_households").where("household_id", "=", householdId).execute();
    await bumpRevision(trx, householdId);
  });
}

export interface Stars {
  total: number;
  /** `have` counts the stars since the goal before was reached. */
  goal: { words: string; stars: number; have: number } | null;
}

/** Returns null while the household wants no stars. */
export async function findStars(
  db: Kysely<Database>,
  { personId, householdId }: { personId: string; householdId: string },
): Promise<Stars | null> {
  if (!(await areStarsOn(db, householdId))) return null;
  const total = await countStars(db, personId);
  const goal = await findGoal(db, personId);
  return {
    total,
    goal: goal
      ? { words: goal.words, stars: goal.stars, have: Math.max(0, total - goal.used_before) }
      : null,
  };
}

async function countStars(db: Kysely<Database>, personId: string): Promise<number> {
  const { total } = await db
    .selectFrom("child_stars")
    .select(({ fn }) => fn.sum<number | null>("stars").as("total"))
    .where("person_id", "=", personId)
    .executeTakeFirstOrThrow();
  return total ?? 0;
}

const findGoal = (db: Kysely<Database>, personId: string) =>
  db.selectFrom("child_goals").selectAll().where("person_id", "=", personId).executeTakeFirst();

const maxGifts = 1_000;

interface StarsGiven {
  stars: number;
  reason: string;
  /** The same for each try to give the same stars. */
  requestId?: string | undefined;
}

/** Returns the gift's id. "missing" also means that the household wants no stars. */
export async function giveStars(
  db: Kysely<Database>,
  viewer: ZonedViewer,
  personId: string,
  { stars, reason, requestId: id = newId() }: StarsGiven,
): Promise<{ id: string; name: string } | "missing" | "too_many"> {
  return db.transaction().execute(async (trx) => {
    const child = await findChildFor(trx, viewer, personId);
    if (!child || !(await areStarsOn(trx, viewer.householdId))) return "missing";
    const gifts = await trx
      .selectFrom("child_stars")
      .select("id")
      .where("person_id", "=", personId)
      .where("reason", "is not", null)
      .limit(maxGifts)
      .execute();
    if (gifts.length >= maxGifts) return "too_many";
    const by = { given_by: viewer.userId, given_at: nowIso() };
    await trx
      .insertInto("child_stars")
      .values({ id, person_id: personId, stars, reason, ...by })
      .onConflict((conflict) => conflict.column("id").doNothing())
      .execute();
    await bumpRevision(trx, viewer.householdId);
    return { id, name: child.name };
  });
}

export interface Gift {
  id: string;
  stars: number;
  reason: string;
  /** "Nov 21", in the viewer's zone. */
  givenOn: string;
  /** Null for an account that has ended. */
  givenBy: string | null;
  /** True if the viewer gave them, and may take them back. */
  isOwn: boolean;
}

const shownGifts = 10;

/** Lists what a child got stars for lately, other than tasks. The newest comes first. */
export async function listGifts(
  db: Kysely<Database>,
  { householdId, userId, timeZone }: ZonedViewer,
  personId: string,
): Promise<Gift[]> {
  const rows = await db
    .selectFrom("child_stars")
    .select(["id", "stars", "reason", "given_by", "given_at"])
    .where("person_id", "=", personId)
    .where("reason", "is not", null)
    .$narrowType<{ reason: string }>()
    .orderBy("given_at", "desc")
    .orderBy("id", "desc")
    .limit(shownGifts)
    .execute();
  const givers = await findPeopleOfAccounts(
    db,
    householdId,
    rows.flatMap(({ given_by }) => given_by ?? []),
  );
  return rows.map(({ id, stars, reason, given_by, given_at }) => ({
    id,
    stars,
    reason,
    givenOn: formatDate(given_at, timeZone),
    givenBy: givers.get(given_by ?? "")?.name ?? null,
    isOwn: given_by === userId,
  }));
}

/** Only the parent who gave stars takes them back. Returns false if they did not. */
export async function takeStarsBack(
  db: Kysely<Database>,
  viewer: ZonedViewer,
  { personId, giftId }: { personId: string; giftId: string },
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    if (!(await findChildFor(trx, viewer, personId))) return false;
    const { numDeletedRows } = await trx
      .deleteFrom("child_stars")
      .where("id", "=", giftId)
      .where("person_id", "=", personId)
      .where("reason", "is not", null)
      .where("given_by", "=", viewer.userId)
      .executeTakeFirstOrThrow();
    if (numDeletedRows > 0n) await bumpRevision(trx, viewer.householdId);
    return numDeletedRows > 0n;
  });
}

/** A goal that was reached has used its stars, and the next one begins with those left over. */
export async function setGoal(
  db: Kysely<Database>,
  viewer: ZonedViewer,
  personId: string,
  { stars, words }: { stars: number; words: string },
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const child = await findChildFor(trx, viewer, personId);
    if (!child || !(await areStarsOn(trx, viewer.householdId))) return false;
    const before = await findGoal(trx, personId);
    const total = await countStars(trx, personId);
    const isReached = before !== undefined && total - before.used_before >= before.stars;
    const used_before = (before?.used_before ?? 0) + (isReached ? before.stars : 0);
    const goal = { words, stars, used_before, set_at: nowIso() };
    await trx
      .insertInto("child_goals")
      .values({ person_id: personId, ...goal })
      .onConflict((conflict) => conflict.column("person_id").doUpdateSet(goal))
      .execute();
    await bumpRevision(trx, viewer.householdId);
    return true;
  });
}

/** Gives a child a star for a task that they do. It doesn't matter who ticks it. */
export async function giveStarForTask(
  trx: Transaction<Database>,
  { taskId, by, personId }: Marked,
  now: string,
): Promise<void> {
  const task = (await findTasks(trx, [taskId])).get(taskId);
  if (!task?.assignee_id || !(await areStarsOn(trx, task.household_id))) return;
  const doer = (await findPeopleByIds(trx, [task.assignee_id])).get(task.assignee_id);
  if (doer?.relation !== "child" || doer.left_at) return;
  const given = { given_by: by, given_by_person: personId ?? null, given_at: now };
  await trx
    .insertInto("child_stars")
    .values({ id: newId(), person_id: doer.id, stars: 1, task_id: taskId, ...given })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Removes a task's star, but only if the person who ticked the task unticks it. */
export async function takeStarOfTask(
  trx: Transaction<Database>,
  { taskId, by, personId, as }: Marked,
): Promise<void> {
  if (as !== "reopened") return;
  await trx
    .deleteFrom("child_stars")
    .where("task_id", "=", taskId)
    .where("given_by", "is not distinct from", by)
    .where("given_by_person", "is not distinct from", personId ?? null)
    .execute();
}

/** Merges the stars of two entries of one child, and keeps the remaining entry's goal. */
export async function replaceInStars(
  trx: Transaction<Database>,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const starred = trx.selectFrom("child_stars").select("task_id").where("person_id", "=", to);
  await trx
    .deleteFrom("child_stars")
    .where("person_id", "=", from)
    .where("task_id", "in", starred.where("task_id", "is not", null))
    .execute();
  for (const column of ["person_id", "given_by_person"] as const)
    await trx
      .updateTable("child_stars")
      .set({ [column]: to })
      .where(column, "=", from)
      .execute();
  if (await findGoal(trx, to)) return;
  await trx
    .updateTable("child_goals")
    .set({ person_id: to })
    .where("person_id", "=", from)
    .execute();
}
