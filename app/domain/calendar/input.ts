import { categories } from "#app/domain/tasks/input.ts";
import { z } from "#app/domain/zod.ts";

const taskId = z.string({ error: "Which task?" }).max(64, "There is no such task");

/** The specification's save-to-calendar (section 7): a task, or its id alone. */
export const saveToCalendarBody = z.union([
  z.object({ taskId }),
  z.object({ task: z.object({ id: taskId }) }).transform(({ task }) => ({ taskId: task.id })),
]);

/** What somebody's calendar feed shows. */
export const feedInput = z.object({
  categories: z.array(z.enum(categories)).min(1, "Please choose what it shows"),
});
