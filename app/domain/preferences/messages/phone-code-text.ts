import { phoneText } from "#app/domain/outbox/rendering/fit-text.ts";
import type { Message } from "#app/domain/outbox/message.ts";

export function phoneCodeMessage({ code, origin }: { code: string; origin: string }): Message {
  const url = `${origin}/preferences/notifications/code`;
  const text = `${code} is your code. If you didn't ask for it, ignore this text. Type it in at`;
  return {
    ...phoneText([text], url),
    email: {
      subject: "Your code",
      heading: "Your code",
      body: [text],
      button: { label: "Type in the code", url },
    },
  };
}
