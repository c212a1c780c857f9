import type { Task } from "#app/ui/tasks/card/task.ts";

/** As a card shows it, without anything optional. */
export const plainTask: Task = {
  id: "1",
  title: "Buy milk",
  category: "Household",
  description: null,
  assignee: null,
  isCompleted: false,
  due: null,
  reading: null,
  others: null,
  reminderChoices: [],
  remindsAt: null,
  delegation: null,
  possibleChild: null,
  repeats: null,
};
