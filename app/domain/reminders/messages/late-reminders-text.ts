import { phoneText, type SentencePart } from "#app/domain/outbox/rendering/fit-text.ts";
import type { Message } from "#app/domain/outbox/message.ts";
import { emailWords } from "#app/domain/outbox/rendering/plain-words.ts";
import { type Due, formatDue } from "#app/domain/outbox/rendering/format-due.ts";

interface LateRemindersFacts {
  /** Open ones, the earliest first; at least one. */
  tasks: { id: string; title: string; due: Due }[];
  /** Of who is reminded. */
  timeZone: string;
  origin: string;
  now: string;
}

const mostInText = 3;
const mostInEmail = 20;

/** One message for all that came due while Mila could not send: what is still open, and when each was due. */
export function lateRemindersMessage({ tasks, timeZone, origin, now }: LateRemindersFacts): Message {
  const dueOf = ({ due }: { due: Due }) =>
    `${due.instant < now ? "was due" : "is due"} ${formatDue(due, timeZone, now)}`;
  const [first, second] = tasks;
  const url = first && !second ? `${origin}/tasks/${first.id}` : `${origin}/dashboard`;
  const lines = tasks.slice(0, mostInEmail).map((task) => `${emailWords(task.title)}: ${dueOf(task)}`);
  const subject =
    first && !second ? `${emailWords(first.title, 80)} ${dueOf(first)}` : `${tasks.length} late reminders`;
  return {
    ...phoneText(
      [
        "Sorry, I'm late. ",
        ...tasks.slice(0, mostInText).flatMap(sentenceOf(dueOf)),
        ...rest(tasks.length, mostInText),
      ],
      url,
    ),
    email: {
      subject,
      heading: "Sorry, I'm late",
      body: [
        "I couldn't send reminders for a while. This is still open:",
        [...lines, ...rest(tasks.length, mostInEmail)],
      ],
      button: { label: second ? "See your tasks" : "Done, or later?", url },
      footnote: "You asked Mila to remind you.",
      settingsUrl: `${origin}/preferences/reminders`,
    },
  };
}

function sentenceOf<Task extends { title: string; due: Due }>(dueOf: (task: Task) => string) {
  return (task: Task, index: number): SentencePart[] => [
    index > 0 ? " " : "",
    { words: task.title },
    ` ${dueOf(task)}.`,
  ];
}

function rest(count: number, shown: number): string[] {
  return count > shown ? [` And ${count - shown} more.`] : [];
}
