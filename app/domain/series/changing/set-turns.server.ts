import type { Kysely, Transaction } from "kysely";
import { nowIso } from "#app/domain/core/time.ts";
import type { Viewer } from "#app/domain/core/viewer.ts";
import { findChosenPerson, listHouseholdPeople } from "#app/domain/people/people.server.ts";
import { findTask } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database, TurnOrder } from "#db/schema.ts";
import { findOccurrences, type Series } from "../occurrences/series.server.ts";
import { assignOpen } from "./assign-open.server.ts";
import { findHolderId } from "./take-turn.server.ts";
import type { Turns } from "../turns/choose-turn.ts";
import type { TurnsInput } from "../turns/input.ts";
import { findTurns, nextTurn } from "../turns/turns.server.ts";
import { idList } from "#db/sql/values.ts";
import { bit } from "#app/domain/core/bit.ts";
import { planAgain } from "../occurrences/plan-again.server.ts";
import type { StartedTurns } from "#app/domain/tasks/events.server.ts";
import { assignOccurrences } from "#app/domain/tasks/changing/occurrence.server.ts";
import { updateOccurrence } from "../occurrences/update-occurrence.server.ts";
import { inHousehold } from "#app/domain/people/household/in-household.server.ts";

/** Reads what the form shows; undefined if the task is not the open occurrence of a series. */
export async function findTurnsForm(db: Kysely<Database>, viewer: Viewer, taskId: string) {
  const task = await findTask(db, viewer, taskId);
  const [found] = task ? await findOccurrences(db, [taskId]) : [];
  if (!task || !found || found.occurrence.state !== "open") return undefined;
  const people = await listHouseholdPeople(db, viewer.householdId);
  const turns = await findTurns(db, found.series.id, people);
  return {
    id: task.id,
    title: task.title,
    people: people.map(({ id, label, userId }) => ({
      id,
      name: label,
      isViewer: userId === viewer.userId,
    })),
    who: whoOf(turns),
    order: turns && turns.order !== "anyone" ? turns.order : "each",
    chosen: turns?.people.map(({ id }) => id) ?? [],
    current: people.find(({ id }) => id === findHolderId(found.occurrence, task))?.id ?? "",
    isByYes: task.delegation_status === "accepted",
  } as const;
}

export async function setTurns(
  db: Kysely<Database>,
  viewer: Viewer,
  taskId: string,
  { who: said, people: ids, order }: TurnsInput,
): Promise<"saved" | "missing" | "unknown_person"> {
  return inHousehold(db, viewer, async (trx) => {
    const task = await findTask(trx, viewer, taskId);
    const [found] = task ? await findOccurrences(trx, [taskId]) : [];
    if (!task || found?.occurrence.state !== "open") return "missing";
    const known = await listHouseholdPeople(trx, viewer.householdId);
    // Checking people implies that they take turns.
    const turns = await findTurns(trx, found.series.id, known);
    const who = said === whoOf(turns) && ids.length > 0 ? "people" : said;
    const people = ids.flatMap((id) => findChosenPerson(known, id) ?? []);
    if (who === "people" && people.length < ids.length) return "unknown_person";
    const orderOf = { nobody: null, anyone: "anyone", people: order } as const;
    // The form says who takes turns, not in which order.
    const before = turns?.people ?? [];
    const isSame = before.length === people.length && before.every((one) => people.includes(one));
    const inOrder = isSame ? before : people;
    await saveTurns(trx, found.series, orderOf[who], who === "people" ? inOrder : []);
    await assignOpen(trx, found.series, taskId, nowIso());
    return "saved";
  });
}

function whoOf(turns: Turns | null): TurnsInput["who"] {
  if (!turns) return "nobody";
  return turns.order === "anyone" ? "anyone" : "people";
}

/** @param order null ends the turns */
export async function saveTurns(
  trx: Transaction<Database>,
  { id: series_id, household_id }: Pick<Series, "id" | "household_id">,
  order: TurnOrder | null,
  people: readonly { id: string; hasLeft?: boolean }[],
): Promise<void> {
  await planAgain(trx, [household_id], nowIso());
  await forgetClosedTurns(trx, series_id, new Set(people.map(({ id }) => id)));
  await trx.deleteFrom("series_turns").where("series_id", "=", series_id).execute();
  if (!order) return;
  await trx.insertInto("series_turns").values({ series_id, turn_order: order }).execute();
  // Two ids from an old page or request may be one person by now.
  const distinct = new Map(people.map((person) => [person.id, person])).values();
  const rows = [...distinct].map(({ id: person_id, hasLeft = false }, position) => {
    return { series_id, position, person_id, has_left: bit(hasLeft) };
  });
  if (rows.length > 0) await trx.insertInto("series_turn_people").values(rows).execute();
}

/**
 * Takes the turn of the last closed date from people who no longer take turns, because that date
 * may be reopened.
 */
async function forgetClosedTurns(
  trx: Transaction<Database>,
  seriesId: string,
  takers: ReadonlySet<string>,
): Promise<void> {
  const before = await trx
    .selectFrom("series_turn_people")
    .select("person_id")
    .where("series_id", "=", seriesId)
    .execute();
  const gone = before.flatMap(({ person_id: id }) => (takers.has(id) ? [] : [id]));
  if (gone.length === 0) return;
  const latest = trx
    .selectFrom("series_occurrences")
    .select("number")
    .where("series_id", "=", seriesId)
    .where("state", "in", ["done", "skipped"])
    .orderBy("number", "desc")
    .limit(1);
  await trx
    .updateTable("series_occurrences")
    .set({ turn_person_id: null })
    .where("series_id", "=", seriesId)
    .where("number", "=", latest)
    .where("turn_person_id", "in", idList(gone))
    .execute();
}

/** Starts the turns of a new series. The caller announces the change. */
export async function startTurns(
  trx: Transaction<Database>,
  { taskId, turns: { order, personIds, firstId } }: { taskId: string; turns: StartedTurns },
): Promise<void> {
  const [found] = await findOccurrences(trx, [taskId]);
  if (!found) return;
  const { series, occurrence } = found;
  const known = await listHouseholdPeople(trx, series.household_id);
  const people = personIds.flatMap((id) => findChosenPerson(known, id) ?? []);
  if (order !== "anyone" && people.length === 0) return;
  await saveTurns(trx, series, order, people);
  const turn =
    people.find(({ id }) => id === firstId) ??
    (await nextTurn(trx, series, { number: occurrence.number, on: occurrence.occurs_on }));
  await updateOccurrence(trx, occurrence, { turn_person_id: turn?.id ?? null });
  await assignOccurrences(trx, [taskId], turn);
}
