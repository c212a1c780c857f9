import { followOperations } from "./follow.ts";
import { householdOperations } from "./household.ts";
import { listOperations } from "./lists/operations.ts";
import type { Operation } from "./operation.ts";
import { parseOperations } from "./parse.ts";
import { reminderOperations } from "./reminders.ts";
import { seriesOperations } from "./series.ts";
import { taskOperations } from "./tasks/operations.ts";
import { viewOperations } from "./views.ts";

export const operations: Operation[] = [
  ...taskOperations,
  ...listOperations,
  ...seriesOperations,
  ...reminderOperations,
  ...viewOperations,
  ...householdOperations,
  ...parseOperations,
  ...followOperations,
];
