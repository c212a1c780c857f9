import type { Task } from "#app/ui/tasks/card/task.ts";

/** A task as a card shows it, without any optional part. */
export const plainTask: Task = {
  id: "1",
  title: "Buy milk",
  category: "Household",
  description: null,
  assignee: null,
  about: null,
  isCompleted: false,
  due: null,
  reading: null,
  others: null,
  unused: null,
  reminderChoices: [],
  remindsAt: null,
  delegation: null,
  possibleChild: null,
  repeats: null,
};
