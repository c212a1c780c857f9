import type { Kysely } from "kysely";
import { nowIso } from "#app/domain/core/time.ts";
import type { Viewer } from "#app/domain/core/viewer.ts";
import { findChosenPerson, listHouseholdPeople } from "#app/domain/people/people.server.ts";
import { findTask } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database } from "#db/schema.ts";
import { findOccurrences } from "../occurrences/series.server.ts";
import { assignOpen } from "./assign-open.server.ts";
import type { Turns } from "../turns/choose-turn.ts";
import type { TurnsInput } from "../turns/input.ts";
import { saveTurns } from "./save-turns.server.ts";
import { findTurns } from "../turns/turns.server.ts";

/** For the form; undefined if the task is not the open one of a series. */
export async function findTurnsForm(db: Kysely<Database>, viewer: Viewer, taskId: string) {
  const task = await findTask(db, viewer, taskId);
  const [found] = task ? await findOccurrences(db, [taskId]) : [];
  if (!task || !found || found.occurrence.state !== "open") return undefined;
  const people = await listHouseholdPeople(db, viewer.householdId);
  const turns = await findTurns(db, found.series.id, people);
  return {
    id: task.id,
    title: task.title,
    people: people.map(({ id, name, userId }) => ({
      id,
      name,
      isViewer: userId === viewer.userId,
    })),
    who: whoOf(turns),
    order: turns && turns.order !== "anyone" ? turns.order : "each",
    chosen: turns?.people.map(({ id }) => id) ?? [],
    current: people.find(({ id }) => id === found.occurrence.turn_person_id)?.id ?? "",
  } as const;
}

export async function setTurns(
  db: Kysely<Database>,
  viewer: Viewer,
  taskId: string,
  { who: said, people: ids, order }: TurnsInput,
): Promise<"saved" | "missing" | "unknown_person"> {
  return db.transaction().execute(async (trx) => {
    const task = await findTask(trx, viewer, taskId);
    const [found] = task ? await findOccurrences(trx, [taskId]) : [];
    if (!task || found?.occurrence.state !== "open") return "missing";
    const known = await listHouseholdPeople(trx, viewer.householdId);
    // Those who only check people mean them.
    const before = whoOf(await findTurns(trx, found.series.id, known));
    const who = said === before && ids.length > 0 ? "people" : said;
    const people = ids.flatMap((id) => findChosenPerson(known, id) ?? []);
    if (who === "people" && people.length < ids.length) return "unknown_person";
    const orderOf = { nobody: null, anyone: "anyone", people: order } as const;
    await saveTurns(trx, found.series, orderOf[who], who === "people" ? people : []);
    await assignOpen(trx, found.series, taskId, nowIso());
    return "saved";
  });
}

function whoOf(turns: Turns | null): TurnsInput["who"] {
  if (!turns) return "nobody";
  return turns.order === "anyone" ? "anyone" : "people";
}
