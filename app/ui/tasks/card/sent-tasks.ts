import { useMemo } from "react";
import type { Task } from "./task.ts";

/** Pages omit fields with these values, which saves time and bytes. The browser restores them. */
const usual = {
  description: null,
  assignee: null,
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

export type SentTask = Omit<Task, keyof typeof usual> & Partial<Task>;

export function toSentTasks(tasks: readonly Task[]): SentTask[] {
  return tasks.map((task) => {
    const fields = Object.entries(task).filter(([name, value]) => !isUsual(name, value));
    return Object.fromEntries(fields) as unknown as SentTask;
  });
}

function isUsual(name: string, value: unknown): boolean {
  return Array.isArray(value)
    ? value.length === 0
    : value === (usual as Partial<Record<string, unknown>>)[name];
}

export function useSentTasks(sent: readonly SentTask[] | undefined): Task[] | undefined {
  return useMemo(() => sent?.map((task) => ({ ...usual, ...task })), [sent]);
}
