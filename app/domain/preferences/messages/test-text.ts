import { phoneText } from "#app/domain/outbox/rendering/fit-text.ts";
import type { Message } from "#app/domain/outbox/message.ts";

export function testMessage({ origin }: { origin: string }): Message {
  const url = `${origin}/preferences/notifications`;
  return {
    ...phoneText(["This is the test you asked for. It works: reminders will reach you here."], url),
    email: {
      subject: "It works: a test from Mila",
      heading: "It works",
      body: ["This is the test you asked for. Reminders will reach you here."],
      button: { label: "Notification settings", url },
    },
  };
}
