import { useMemo } from "react";
import type { Task } from "./task.ts";

/** Pages omit fields with these values, which saves time and bytes. The browser restores them. */
const usual = {
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
} satisfies Partial<Task>;

const usualDue = { day: null, isOverdue: false, hasTime: true };

type Due = NonNullable<Task["due"]>;

type SentDue = Omit<Due, keyof typeof usualDue> & Partial<Due>;

export type SentTask = Omit<Task, keyof typeof usual> &
  Partial<Omit<Task, "due">> & { due?: SentDue | null };

export function toSentTasks(tasks: readonly Task[]): SentTask[] {
  return tasks.map((task) => {
    const due = task.due && unusualIn(task.due, usualDue);
    return unusualIn({ ...task, due }, usual) as unknown as SentTask;
  });
}

function unusualIn(fields: object, usualFields: Partial<Record<string, unknown>>): object {
  const isUsual = ([name, value]: [string, unknown]) =>
    Array.isArray(value) ? value.length === 0 : value === usualFields[name];
  return Object.fromEntries(Object.entries(fields).filter((field) => !isUsual(field)));
}

export function useSentTasks(sent: readonly SentTask[] | undefined): Task[] | undefined {
  return useMemo(
    () =>
      sent?.map(({ due = null, ...task }) => ({
        ...usual,
        ...task,
        due: due && { ...usualDue, ...due },
      })),
    [sent],
  );
}
