import type { Message } from "#app/domain/outbox/message.ts";
import { phoneText } from "#app/domain/outbox/rendering/fit-text.ts";
import { emailWords } from "#app/domain/outbox/rendering/plain-words.ts";

interface DelegationHandoverFacts {
  /** The household's owner, who asks from now on. */
  who: string;
  isAccepted: boolean;
  title: string;
  url: string;
}

export function delegationHandoverMessage({
  who,
  isAccepted,
  title,
  url,
}: DelegationHandoverFacts): Message {
  const asks = isAccepted ? "counts on you now" : "asks you now";
  const name = emailWords(who, 60);
  return {
    ...phoneText(
      [{ words: who }, ` ${asks}, because the person who asked has left: `, { words: title }, "."],
      url,
    ),
    email: {
      subject: `${name} ${asks}: ${emailWords(title, 80)}`,
      heading: `${name} ${asks}`,
      body: [emailWords(title), "The person who asked you has left the household."],
      button: { label: isAccepted ? "See the task" : "Answer", url },
    },
  };
}
