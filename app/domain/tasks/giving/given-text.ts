import type { Message } from "#app/domain/outbox/message.ts";
import { phoneText, type SentencePart } from "#app/domain/outbox/rendering/fit-text.ts";
import { type Due, formatDue, formatDueDay } from "#app/domain/outbox/rendering/format-due.ts";
import { emailWords } from "#app/domain/outbox/rendering/plain-words.ts";

interface GivenFacts {
  /** The first name of the person who gave it; null for one who has left. */
  giver: string | null;
  task: { id: string; title: string };
  /** The person whom it is about, if the title doesn't name them. */
  about: string | null;
  due: Due | null;
  /** False if only a day was said. */
  hasTime: boolean;
  /** The reader's zone. */
  timeZone: string | null;
  origin: string;
  now: string;
}

export function givenMessage({
  giver,
  task,
  about,
  due,
  hasTime,
  timeZone,
  origin,
  now,
}: GivenFacts): Message {
  const url = `${origin}/tasks/${task.id}`;
  const who: SentencePart = giver === null ? "Someone in your household" : { words: giver };
  const name = giver === null ? "Someone in your household" : emailWords(giver, 60);
  const when = due && (hasTime ? formatDue(due, timeZone, now) : formatDueDay(due, now));
  const forWhom: SentencePart[] = about === null ? [] : [" for ", { words: about }];
  const inTime = when === null ? [] : [`, ${when}`];
  const title = [emailWords(task.title), about === null ? "" : ` for ${emailWords(about, 60)}`];
  return {
    ...phoneText([who, " gave you: ", { words: task.title }, ...forWhom, ...inTime, "."], url),
    email: {
      subject: `${name} gave you: ${emailWords(task.title, 80)}`,
      heading: `${name} gave you a task`,
      body: [title.join(""), ...(when === null ? [] : [`It's due ${when}.`])],
      button: { label: "See the task", url },
      settingsUrl: `${origin}/preferences/notifications`,
    },
  };
}
