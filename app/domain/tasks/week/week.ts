/** What a household has before it, as far as Mila tells it in a few sentences. */
export interface WeekFacts {
  /** Open tasks that are due within seven days from now. */
  ahead: number;
  /** The day of these with the most of them, as one says it ("today", "Tuesday"); null when no day stands out. */
  busiestDay: { name: string; count: number } | null;
  /** Tasks that somebody was asked to take and has not answered about; the first ones by name. */
  unanswered: { title: string; name: string }[];
  overdue: number;
  /** Tasks of these seven days that are done already. */
  done: number;
}

const namedAtMost = 2;

/** The week in words, by rules alone. */
export function summarizeWeek({ ahead, busiestDay, unanswered, overdue, done }: WeekFacts): string {
  const sentences = [ahead === 0 ? "Nothing planned for the next seven days." : describeAhead(ahead, busiestDay)];
  for (const { title, name } of unanswered.slice(0, namedAtMost)) {
    sentences.push(`${name} hasn't answered yet about “${title}”.`);
  }
  const more = unanswered.length - namedAtMost;
  if (more > 0) sentences.push(`Waiting for ${more} more ${more === 1 ? "answer" : "answers"}.`);
  if (overdue > 0) sentences.push(`${tasks(overdue)} overdue.`);
  if (done > 0) sentences.push(`${tasks(done)} already done. Nice work.`);
  return sentences.join(" ");
}

function describeAhead(ahead: number, busiestDay: WeekFacts["busiestDay"]): string {
  const planned = `There ${tasks(ahead, "verb first")} in the next seven days`;
  return busiestDay ? `${planned}; ${busiestDay.name} is the busiest, with ${busiestDay.count}.` : `${planned}.`;
}

function tasks(count: number, order: "noun first" | "verb first" = "noun first"): string {
  const [noun, verb] = count === 1 ? ["1 task", "is"] : [`${count} tasks`, "are"];
  return order === "noun first" ? `${noun} ${verb}` : `${verb} ${noun}`;
}
