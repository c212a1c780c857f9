import { shorten, toOneLine } from "./title/writing.ts";
import type { Intent } from "./intent/types.ts";
import type { ParsedText } from "./parse-requests.ts";
import type { Category, Confidence, ParsedRequest } from "./types.ts";

/**
 * One task in the answer to the parse-task call (specification, section 7), plus what else was
 * said.
 */
interface TaskAnswer {
  title: string;
  category: Category;
  description: string | null;
  /** UTC, ISO 8601 with milliseconds. */
  due_date: string | null;
  /** A family member's name, as the household writes it, like `who` and `about`. */
  assignee: string | null;
  who: string | null;
  about: string | null;
  /** UTC, like `due_date`. */
  remind_at: string | null;
  /** An RFC 5545 rule without "RRULE:". */
  repeats: string | null;
  repeats_from: "due" | "done" | null;
  confident: Confidence;
  /** Other possible due dates, if `due_date` is unsure. */
  other_due_dates: string[];
}

type Answer = TaskAnswer &
  IntentAnswer & {
    /** The other tasks of the text. */
    others: TaskAnswer[];
    /** The text's own words that nothing here has, in their order. */
    unused: string[];
  };

/** What a text asks for that is no new task. */
interface IntentAnswer {
  type: "task" | Intent["type"];
  /** A task that may be meant as a change. */
  or?: "change";
  action?: string;
  words?: string | null;
  day?: string | null;
  /** The last day of a week, weekend or month. */
  until?: string | null;
  /** How much later a move goes, in minutes, days and months; negative is earlier. */
  later?: object | null;
  /** A question asks for tasks that are open, overdue or done. */
  status?: string;
  list?: string;
  items?: string[];
}

/** A question or a change has the request for a title. */
export function answerOf(
  request: string,
  { tasks, intent, mayBeTask, items, unused }: ParsedText,
): Answer {
  const [first, ...others] = tasks.map(answerFor);
  if (intent && !mayBeTask) {
    const { type, ...asked } = intentAnswer(intent);
    return { type, ...first!, title: shorten(toOneLine(request)), ...asked, others: [], unused };
  }
  const shopping = items.length > 0 ? { items } : {};
  return {
    type: "task",
    ...(intent?.type === "change" && { or: "change" }),
    ...first!,
    ...shopping,
    others,
    unused,
  };
}

function answerFor(task: ParsedRequest): TaskAnswer {
  const {
    title,
    category,
    description,
    due,
    assignee,
    who,
    about,
    remindAt,
    repeats,
    confident,
    otherDues,
  } = task;
  return {
    title,
    category,
    description,
    due_date: due?.instant ?? null,
    assignee,
    who,
    about,
    remind_at: remindAt?.instant ?? null,
    repeats: repeats?.rule ?? null,
    repeats_from: repeats?.from ?? null,
    confident,
    other_due_dates: otherDues.map(({ instant }) => instant),
  };
}

function intentAnswer(intent: Intent) {
  const none = {
    description: null,
    due_date: null,
    remind_at: null,
    repeats: null,
    repeats_from: null,
    other_due_dates: [],
  };
  if (intent.type !== "change") return { ...none, ...intent };
  const { due, said: _, isMine, ...change } = intent;
  return { ...none, ...change, who: isMine ? "me" : change.who, due_date: due?.instant ?? null };
}
