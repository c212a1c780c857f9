import type { Message } from "#app/domain/outbox/message.ts";
import { phoneText, type SentencePart } from "#app/domain/outbox/rendering/fit-text.ts";
import { type Due, formatDue, formatDueDay } from "#app/domain/outbox/rendering/format-due.ts";
import { emailWords } from "#app/domain/outbox/rendering/plain-words.ts";

interface GivenTask {
  id: string;
  /** The title, with whom it is about. */
  title: string;
  due: Due | null;
  /** False if only a day was said. */
  hasTime: boolean;
}

interface GivenFacts {
  /** The first name of the person who gave them; null for one who has left. */
  giver: string | null;
  /** At least one. */
  tasks: GivenTask[];
  /** The id of the person who has them now. */
  personId: string;
  /** The reader's zone. */
  timeZone: string | null;
  origin: string;
  now: string;
}

const maxInText = 3;
const maxInEmail = 12;

export function givenMessage(facts: GivenFacts): Message {
  const { giver, tasks, personId, origin } = facts;
  const [task, ...others] = tasks;
  const isOne = task !== undefined && others.length === 0;
  const who: SentencePart = giver === null ? "Someone in your household" : { words: giver };
  const name = giver === null ? "Someone in your household" : emailWords(giver, 60);
  const what = isOne ? "a task" : `${tasks.length} tasks`;
  const url = isOne ? `${origin}/tasks/${task.id}` : `${origin}/dashboard?who=${personId}`;
  const more = tasks.length - maxInText;
  const said = isOne
    ? [who, " gave you: ", ...inText(task, facts), "."]
    : [who, ` gave you ${what}: `, ...titlesOf(tasks), more > 0 ? ` and ${more} more.` : "."];
  return {
    ...phoneText(said, url),
    email: {
      subject: `${name} gave you${isOne ? `: ${emailWords(task.title, 80)}` : ` ${what}`}`,
      heading: `${name} gave you ${what}`,
      body: [inEmail(facts)],
      button: { label: isOne ? "See the task" : "See your tasks", url },
      settingsUrl: `${origin}/preferences/notifications`,
    },
  };
}

function inText({ title, ...task }: GivenTask, facts: GivenFacts): SentencePart[] {
  const when = whenDue(task, facts);
  return [{ words: title }, when === null ? "" : `, ${when}`];
}

/** A text has no room for more of several tasks. */
const titlesOf = (tasks: readonly GivenTask[]): SentencePart[] =>
  tasks
    .slice(0, maxInText)
    .flatMap(({ title }, index) => [index === 0 ? "" : ", ", { words: title }]);

function inEmail(facts: GivenFacts): string[] {
  const lines = facts.tasks.slice(0, maxInEmail).map(({ title, ...task }) => {
    const when = whenDue(task, facts);
    return `${emailWords(title)}${when === null ? "" : `, ${when}`}`;
  });
  const more = facts.tasks.length - maxInEmail;
  return more > 0 ? [...lines, `And ${more} more`] : lines;
}

function whenDue(
  { due, hasTime }: Pick<GivenTask, "due" | "hasTime">,
  { timeZone, now }: Pick<GivenFacts, "timeZone" | "now">,
): string | null {
  if (!due) return null;
  return hasTime ? formatDue(due, timeZone, now) : formatDueDay(due, now);
}
