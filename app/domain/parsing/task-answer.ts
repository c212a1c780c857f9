import type { Category, ParsedRequest } from "./types.ts";

/** One task in the answer to the parse-task call (specification, section 7), plus an assignee. */
interface TaskAnswer {
  title: string;
  category: Category;
  description: string | null;
  /** UTC, ISO 8601 with milliseconds. */
  due_date: string | null;
  assignee: string | null;
}

export function taskAnswer(tasks: ParsedRequest[]): TaskAnswer & { others: TaskAnswer[] } {
  const [first, ...others] = tasks.map(answerFor);
  return { ...first!, others };
}

function answerFor({ title, category, description, due, assignee }: ParsedRequest): TaskAnswer {
  return { title, category, description, due_date: due?.instant ?? null, assignee };
}
