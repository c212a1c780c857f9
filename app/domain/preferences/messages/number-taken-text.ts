import { phoneText } from "#app/domain/outbox/rendering/fit-text.ts";
import type { Message } from "#app/domain/outbox/message.ts";

export function numberTakenMessage({
  number,
  origin,
}: {
  number: string;
  origin: string;
}): Message {
  const url = `${origin}/preferences/notifications`;
  const text = `Someone else confirmed ${number} in their account, so I text you nothing there any more.`;
  return {
    ...phoneText([`${text} If it's still yours, confirm it again:`], url),
    email: {
      subject: "Your number is now another account's",
      heading: "Your number is now another account's",
      body: [text, "If it's still yours, enter it again and confirm it."],
      button: { label: "Notification settings", url },
    },
  };
}
