import type { Tool } from "./tool.ts";
import { addTask } from "./tools/add-task.ts";
import { askSomeone } from "./tools/ask-someone.ts";
import { changeTask, completeTask, undoLast } from "./tools/change.ts";
import { addToList, tickItem } from "./tools/lists.ts";
import { listTasksTool, searchTool, showList } from "./tools/see.ts";

/** In the order in which assistants read them. */
export const tools: readonly Tool[] = [
  addTask,
  listTasksTool,
  searchTool,
  changeTask,
  completeTask,
  undoLast,
  addToList,
  showList,
  tickItem,
  askSomeone,
];
