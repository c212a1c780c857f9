import { phoneText, type SentencePart } from "#app/domain/outbox/rendering/fit-text.ts";
import type { Message } from "#app/domain/outbox/message.ts";
import { emailWords } from "#app/domain/outbox/rendering/plain-words.ts";
import { type Due, formatDue } from "#app/domain/outbox/rendering/format-due.ts";

interface LateRemindersFacts {
  /** Open tasks, earliest first; at least one. */
  tasks: { id: string; title: string; due: Due }[];
  /** The recipient's time zone. */
  timeZone: string;
  origin: string;
  now: string;
}

const maxInText = 3;
const maxInEmail = 20;

export function lateRemindersMessage({
  tasks,
  timeZone,
  origin,
  now,
}: LateRemindersFacts): Message {
  const dueText = ({ due }: { due: Due }) =>
    `${due.instant < now ? "was due" : "is due"} ${formatDue(due, timeZone, now)}`;
  const [first, second] = tasks;
  const url = first && !second ? `${origin}/tasks/${first.id}` : `${origin}/dashboard`;
  const lines = tasks
    .slice(0, maxInEmail)
    .map((task) => `${emailWords(task.title)}: ${dueText(task)}`);
  const subject =
    first && !second
      ? `${emailWords(first.title, 80)} ${dueText(first)}`
      : `${tasks.length} late reminders`;
  return {
    ...phoneText(
      [
        "Sorry, I'm late. ",
        ...tasks.slice(0, maxInText).flatMap(sentenceFor(dueText)),
        ...andMore(tasks.length, maxInText),
      ],
      url,
    ),
    email: {
      subject,
      heading: "Sorry, I'm late",
      body: [
        "I couldn't send reminders for a while. Still open:",
        [...lines, ...andMore(tasks.length, maxInEmail)],
      ],
      button: { label: second ? "See your tasks" : "Mark as done or snooze", url },
      footnote: "You asked Mila to remind you.",
      settingsUrl: `${origin}/preferences/reminders`,
    },
  };
}

function sentenceFor<Task extends { title: string; due: Due }>(dueText: (task: Task) => string) {
  return (task: Task, index: number): SentencePart[] => [
    index > 0 ? " " : "",
    { words: task.title },
    ` ${dueText(task)}.`,
  ];
}

function andMore(count: number, shown: number): string[] {
  return count > shown ? [` And ${count - shown} more.`] : [];
}
