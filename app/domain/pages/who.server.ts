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
import { findTask } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database } from "#db/schema.ts";

interface WhoPage {
  id: string;
  title: string;
  /** The viewer comes first. */
  people: { id: string; name: string; face: number; isYou: boolean; hasIt: boolean }[];
  /** True if nobody has it. */
  isAnyones: boolean;
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
  }));
  return {
    id: task.id,
    title: task.title,
    people: shown.toSorted((one, other) => Number(other.isYou) - Number(one.isYou)),
    isAnyones: task.assignee === null,
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
  return db.transaction().execute(async (trx) => {
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
