import type { Message } from "#app/domain/outbox/message.ts";
import { phoneText } from "#app/domain/outbox/rendering/fit-text.ts";

/** @param count of the mails that wait */
export function schoolMailMessage(count: number, origin: string): Message {
  const url = `${origin}/mail`;
  const sentence =
    count === 1 ? "1 school mail waits for you" : `${count} school mails wait for you`;
  return {
    ...phoneText([`${sentence}.`], url),
    email: {
      subject: sentence,
      heading: sentence,
      body: ["You choose what becomes a task."],
      button: { label: "From school", url },
      footnote: "You asked to be reminded of school mail.",
      settingsUrl: `${origin}/preferences/reminders`,
    },
  };
}
