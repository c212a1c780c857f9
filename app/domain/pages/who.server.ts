import type { Kysely } from "kysely";
import { nowIso } from "#app/domain/core/time.ts";
import type { ZonedViewer } from "#app/domain/core/viewer.ts";
import { type Changed, changeMeant } from "#app/domain/inbox/meant/change-meant.server.ts";
import { wholeText } from "#app/domain/outbox/rendering/fit-text.ts";
import {
  findChosenPerson,
  findFaces,
  listHouseholdPeople,
} from "#app/domain/people/people.server.ts";
import { findCardSeries } from "#app/domain/series/card-series.server.ts";
import { setAbout } from "#app/domain/tasks/changing/task.server.ts";
import { findTask, type Task } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database } from "#db/schema.ts";
import { inHousehold } from "#app/domain/people/household/in-household.server.ts";

interface WhoPage {
  id: string;
  title: string;
  /** The viewer comes first. */
  people: {
    id: string;
    name: string;
    face: number;
    isYou: boolean;
    hasIt: boolean;
    isAbout: boolean;
  }[];
  /** True if nobody has it. */
  isAnyones: boolean;
  /** True if it is about nobody. */
  isAboutNobody: boolean;
  isRepeating: boolean;
}

/** Returns null for a task that is gone or done. */
export async function findWhoPage(
  db: Kysely<Database>,
  viewer: ZonedViewer,
  taskId: string,
): Promise<WhoPage | null> {
  const task = await findTask(db, viewer, taskId);
  if (!task || task.is_completed === 1) return null;
  const people = await listHouseholdPeople(db, viewer.householdId);
  const faces = await findFaces(
    db,
    people.map(({ id }) => id),
  );
  const shown = people.map(({ id, userId, label: name }) => ({
    id,
    name,
    face: faces.get(id)!,
    isYou: userId === viewer.userId,
    hasIt: id === task.assignee_id,
    isAbout: id === task.about_id,
  }));
  return {
    id: task.id,
    title: task.title,
    people: shown.toSorted((one, other) => Number(other.isYou) - Number(one.isYou)),
    isAnyones: task.assignee === null,
    isAboutNobody: task.about_id === null,
    isRepeating: (await findCardSeries(db, viewer, [task.id])).has(task.id),
  };
}

/**
 * Gives a task to a person of the household, or to nobody.
 * @returns null for a task that is gone
 */
export async function chooseWho(
  db: Kysely<Database>,
  viewer: ZonedViewer,
  { taskId, personId }: { taskId: string; personId: string | undefined },
): Promise<Changed | { refused: string } | null> {
  return inHousehold(db, viewer, async (trx) => {
    const task = await findTask(trx, viewer, taskId);
    if (!task) return null;
    if (task.is_completed === 1) return { refused: "It's done already." };
    const people = await listHouseholdPeople(trx, viewer.householdId);
    const person = personId === undefined ? null : findChosenPerson(people, personId);
    if (person === undefined) return { refused: "That person isn't on your list any more." };
    const to = { task, person, target: null, isRepeating: false, reachesOthers: false };
    const changed = await changeMeant(trx, viewer, { ...to, action: "assign" }, nowIso());
    return "refused" in changed ? { refused: wholeText(changed.refused) } : changed;
  });
}

interface AboutChanged {
  task: Task;
  /** The person whom it was about before. */
  aboutBefore: string | null;
  /** The name of the person whom it is about now. */
  about: string | null;
}

/**
 * Says whom a task is about: a person of the household, or nobody.
 * @param aboutId undefined for nobody
 * @param version refuses the change if the task has another one
 * @returns null for a task that is gone
 */
export async function chooseAbout(
  db: Kysely<Database>,
  viewer: ZonedViewer,
  {
    taskId,
    aboutId,
    version,
  }: { taskId: string; aboutId: string | undefined; version?: number | undefined },
): Promise<AboutChanged | { refused: string } | null> {
  return inHousehold(db, viewer, async (trx) => {
    const task = await findTask(trx, viewer, taskId);
    if (!task) return null;
    const person = await findAbout(trx, task, aboutId);
    if (person === undefined) return { refused: "That person isn't on your list any more." };
    const seen = { id: task.id, version: version ?? task.version };
    if (!(await setAbout(trx, viewer, seen, person?.id ?? null)))
      return { refused: `“${task.title}” was changed since.` };
    const after = (await findTask(trx, viewer, taskId))!;
    return { task: after, aboutBefore: task.about_id, about: person?.label ?? null };
  });
}

/** Returns null for nobody, and undefined for a person who is not there. */
async function findAbout(db: Kysely<Database>, task: Task, aboutId: string | undefined) {
  if (aboutId === undefined) return null;
  return findChosenPerson(await listHouseholdPeople(db, task.household_id), aboutId);
}
