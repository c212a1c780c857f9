import type { Category, Confidence, ParsedRequest } from "./types.ts";

/** One task in the answer to the parse-task call (specification, section 7), plus what else was said. */
interface TaskAnswer {
  title: string;
  category: Category;
  description: string | null;
  /** UTC, ISO 8601 with milliseconds. */
  due_date: string | null;
  assignee: string | null;
  /** UTC, like `due_date`. */
  remind_at: string | null;
  /** An RFC 5545 rule without "RRULE:". */
  repeats: string | null;
  repeats_from: "due" | "done" | null;
  confident: Confidence;
  /** Like `due_date`: what an unsure one may be instead. */
  other_due_dates: string[];
}

export function taskAnswer(tasks: ParsedRequest[]): TaskAnswer & { others: TaskAnswer[] } {
  const [first, ...others] = tasks.map(answerFor);
  return { ...first!, others };
}

function answerFor(task: ParsedRequest): TaskAnswer {
  const { title, category, description, due, assignee, remindAt, repeats, confident, otherDues } =
    task;
  return {
    title,
    category,
    description,
    due_date: due?.instant ?? null,
    assignee,
    remind_at: remindAt?.instant ?? null,
    repeats: repeats?.rule ?? null,
    repeats_from: repeats?.from ?? null,
    confident,
    other_due_dates: otherDues.map(({ instant }) => instant),
  };
}
