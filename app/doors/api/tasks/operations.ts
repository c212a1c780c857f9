import type { Operation } from "../operation.ts";
import { completeTaskOperation, reopenTaskOperation, restoreTask, skipTask } from "./actions.ts";
import { deleteTask, getTask, updateTask } from "./change.ts";
import { createTasks } from "./create.ts";
import { delegateTask } from "./delegate.ts";
import { listTasks } from "./list.ts";

export const taskOperations: Operation[] = [
  listTasks,
  createTasks,
  getTask,
  updateTask,
  deleteTask,
  completeTaskOperation,
  reopenTaskOperation,
  restoreTask,
  skipTask,
  delegateTask,
];
