import type { Kysely } from "kysely";
import { formatDate, formatTime, formatTimeAt } from "#app/domain/core/time.ts";
import type { ZonedViewer } from "#app/domain/core/viewer.ts";
import { chooseTasks, type HomeGroup } from "#app/domain/tasks/lists/home-groups.server.ts";
import type { DayGroup, HomePlace } from "#app/domain/tasks/lists/home-input.ts";
import { listTasksById } from "#app/domain/tasks/lists/task-list.server.ts";
import type { Database } from "#db/schema.ts";
import { findWhose, type WhoseChoice } from "./whose.server.ts";
import { type TaskCard, toCards } from "./task-cards.server.ts";

interface HomeCard extends TaskCard {
  group: DayGroup;
}

interface HomePage {
  householdId: string;
  tasks: HomeCard[];
  /** By their keys; empty ones are absent. */
  groups: Record<string, HomeGroup>;
  /** Everyone's open tasks due today, also those that are overdue; null if only some are listed. */
  dueToday: number | null;
  people: WhoseChoice["people"];
  /** Where it stands: somebody who is not there counts as everyone. */
  place: HomePlace;
}

export async function findHome(
  db: Kysely<Database>,
  viewer: ZonedViewer,
  now: string,
  asked: HomePlace,
): Promise<HomePage> {
  const { people, whose } = await findWhose(db, viewer, asked.whose);
  const place = { ...asked, whose };
  const { shown, groups, dueToday } = await chooseTasks(db, viewer, now, place);
  const groupOf = new Map(shown.map(({ id, group }) => [id, group]));
  const listed = await listTasksById(db, viewer, [...groupOf.keys()], now);
  const cards = await toCards(db, viewer, listed, now);
  const tasks = cards.flatMap((card) => {
    const group = groupOf.get(card.id);
    return group ? [{ ...card, due: dueUnder(group, card, viewer.timeZone, now), group }] : [];
  });
  return { householdId: viewer.householdId, tasks, groups, dueToday, people, place };
}

/**
 * Under a heading that names the day, only screen readers get it again, and a time that nobody said
 * is left out.
 */
function dueUnder(group: DayGroup, { due }: TaskCard, timeZone: string, now: string) {
  if (!due || (group !== "today" && group !== "tomorrow")) return due;
  if (!due.hasTime) return { ...due, day: null, label: "" };
  const time = formatTime(due.instant, timeZone);
  const elsewhere = due.timeZone ? ` (${formatTimeAt(due.instant, due.timeZone)})` : "";
  const heardDay = `${formatDate(due.instant, timeZone, now)}, `;
  return { ...due, day: null, heardDay, label: time + elsewhere };
}
