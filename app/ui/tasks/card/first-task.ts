import { categories } from "#app/domain/core/limits.ts";
import { dayGroups } from "#app/domain/tasks/lists/home-input.ts";
import type { Task } from "./task.ts";

type Placed = Pick<Task, "id" | "category" | "group">;

/** Returns the id of the task that stands first on the page. */
export function firstTaskId(
  list: { tasks: readonly Placed[] } | null,
  { byArea }: { byArea: boolean },
): string | undefined {
  const placeOf = ({ category, group }: Placed) =>
    (byArea ? categories.indexOf(category) * dayGroups.length : 0) +
    (group ? dayGroups.indexOf(group) : 0);
  return list?.tasks.toSorted((one, other) => placeOf(one) - placeOf(other))[0]?.id;
}
