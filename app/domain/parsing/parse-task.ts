import type { Category, ParsedRequest } from "./types.ts";

/** A task as the specification's parse-task call (section 7) says it, and who is to do it. */
interface TaskAnswer {
  title: string;
  category: Category;
  description: string | null;
  /** The instant: UTC, ISO 8601 with milliseconds. */
  due_date: string | null;
  assignee: string | null;
}

/** What the call answers: the first of the tasks that were asked for, one at least, with the rest as `others`. */
export function parseTaskAnswer(tasks: ParsedRequest[]): TaskAnswer & { others: TaskAnswer[] } {
  const [first, ...others] = tasks.map(answerFor);
  return { ...first!, others };
}

function answerFor({ title, category, description, due, assignee }: ParsedRequest): TaskAnswer {
  return { title, category, description, due_date: due?.instant ?? null, assignee };
}
