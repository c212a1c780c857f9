import { phoneText } from "#app/domain/outbox/rendering/fit-text.ts";
import type { Message } from "#app/domain/outbox/message.ts";
import { emailWords } from "#app/domain/outbox/rendering/plain-words.ts";
import { type Due, formatDue } from "#app/domain/outbox/rendering/format-due.ts";

interface ReminderFacts {
  task: { id: string; title: string; description: string | null; due: Due };
  /** The recipient's time zone. */
  timeZone: string;
  origin: string;
  now: string;
}

/** Returns "Mila: Pick up Emma, today at 3:00 PM." and a link to the task. */
export function reminderMessage({ task, timeZone, origin, now }: ReminderFacts): Message {
  const when = formatDue(task.due, timeZone, now);
  const url = `${origin}/tasks/${task.id}`;
  const title = emailWords(task.title);
  return {
    ...phoneText([{ words: task.title }, `, ${when}.`], url),
    email: {
      subject: `${emailWords(task.title, 80)}, ${when}`,
      heading: title,
      body: [
        `${upperFirst(when)}.`,
        ...(task.description ? [emailWords(task.description, 500)] : []),
      ],
      button: { label: "Mark as done or snooze", url },
      footnote: "You asked Mila to remind you.",
      settingsUrl: `${origin}/preferences/reminders`,
    },
  };
}

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
