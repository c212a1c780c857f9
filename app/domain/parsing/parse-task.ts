import type { Category, ParsedRequest } from "./types.ts";

/** The answer of the specification's parse-task call (section 7), with an assignee. */
interface TaskAnswer {
  title: string;
  category: Category;
  description: string | null;
  /** UTC, ISO 8601 with milliseconds. */
  due_date: string | null;
  assignee: string | null;
}

/** Answers with the first of one or more tasks, and the rest as `others`. */
export function parseTaskAnswer(tasks: ParsedRequest[]): TaskAnswer & { others: TaskAnswer[] } {
  const [first, ...others] = tasks.map(answerFor);
  return { ...first!, others };
}

function answerFor({ title, category, description, due, assignee }: ParsedRequest): TaskAnswer {
  return { title, category, description, due_date: due?.instant ?? null, assignee };
}
