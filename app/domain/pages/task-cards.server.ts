import type { Kysely } from "kysely";
import { laterBy, nowIso } from "#app/domain/core/time.ts";
import { type CardDelegation, findCardDelegations } from "#app/domain/delegation/views/card-requests.server.ts";
import { findRemindedTaskIds } from "#app/domain/reminders/lists/reminder-list.server.ts";
import { type CardSeries, findCardSeries } from "#app/domain/series/card-series.server.ts";
import { type ListedTask, listTasks, type TaskFilter } from "#app/domain/tasks/lists/task-list.server.ts";
import type { Database } from "#db/schema.ts";

interface TaskCard extends ListedTask {
  /** Due in more than an hour, and nobody has a reminder. */
  isUnreminded: boolean;
  delegation: CardDelegation | null;
  repeats: CardSeries | null;
}

export async function listTaskCards(
  db: Kysely<Database>,
  viewer: { householdId: string; timeZone: string },
  now: string = nowIso(),
  wanted: { pages?: number } & TaskFilter = {},
): Promise<{ tasks: TaskCard[]; hasMore: boolean }> {
  const { tasks, hasMore } = await listTasks(db, viewer, now, wanted);
  const ids = tasks.map(({ id }) => id);
  const reminded = await findRemindedTaskIds(db, ids);
  const requests = await findCardDelegations(db, ids);
  const series = await findCardSeries(db, ids);
  const inAnHour = laterBy(now, { hours: 1 });
  const cards = tasks.map((task) => ({
    ...task,
    isUnreminded: !task.isCompleted && task.due !== null && task.due.instant > inAnHour && !reminded.has(task.id),
    delegation: requests.get(task.id) ?? null,
    repeats: (task.due && series.get(task.id)) || null,
  }));
  return { tasks: cards, hasMore };
}
