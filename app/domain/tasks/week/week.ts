import { truncate } from "#app/domain/outbox/rendering/plain-words.ts";

export interface WeekFacts {
  /** The number of open tasks due in the next seven days. */
  ahead: number;
  /** "today" or "Tuesday"; null when no day stands out. */
  busiestDay: { name: string; count: number } | null;
  /** The newest delegated tasks without an answer. */
  unanswered: {
    title: string;
    /** Null for the reader. */
    name: string | null;
  }[];
  /** The number of further unanswered tasks. */
  moreUnanswered: number;
  overdue: number;
  /** The number of completed tasks due in the next seven days. */
  done: number;
}

export const maxNamed = 2;
const maxTitleLength = 60;

export function summarizeWeek({
  ahead,
  busiestDay,
  unanswered,
  moreUnanswered: more,
  overdue,
  done,
}: WeekFacts): string {
  const sentences = [
    ahead === 0 ? "Nothing planned for the next seven days." : describeAhead(ahead, busiestDay),
  ];
  for (const { title, name } of unanswered) {
    const whoHas = name === null ? "You haven't" : `${name} hasn't`;
    sentences.push(`${whoHas} answered about “${truncate(title, maxTitleLength)}” yet.`);
  }
  if (more > 0) sentences.push(`Waiting for ${more} more ${more === 1 ? "answer" : "answers"}.`);
  if (overdue > 0) sentences.push(`${tasks(overdue)} overdue.`);
  if (done > 0) sentences.push(`${tasks(done)} already done. Nice work.`);
  return sentences.join(" ");
}

function describeAhead(ahead: number, busiestDay: WeekFacts["busiestDay"]): string {
  const planned = `There ${tasks(ahead, "verb first")} in the next seven days`;
  return busiestDay
    ? `${planned}; ${busiestDay.name} is the busiest, with ${busiestDay.count}.`
    : `${planned}.`;
}

function tasks(count: number, order: "noun first" | "verb first" = "noun first"): string {
  const [noun, verb] = count === 1 ? ["1 task", "is"] : [`${count} tasks`, "are"];
  return order === "noun first" ? `${noun} ${verb}` : `${verb} ${noun}`;
}
