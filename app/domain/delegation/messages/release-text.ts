import { phoneText, type SentencePart } from "#app/domain/outbox/rendering/fit-text.ts";
import type { Message } from "#app/domain/outbox/message.ts";
import { mailWords } from "#app/domain/outbox/rendering/plain-words.ts";

export interface DelegationReleaseFacts {
  /** First name of whose doing it is, or null while they have not said. */
  who: string | null;
  why: "withdrawn" | "superseded" | "completed" | "deleted";
  title: string;
  /** The request's page, which says what became of it. */
  url: string;
}

const nothingLeft = ": nothing to do for you any more.";

/** Tells somebody who said yes that there is nothing to do for them any more. */
export function delegationReleaseMessage({ who, why, title, url }: DelegationReleaseFacts): Message {
  const sentence = sentenceOf(who ?? "Your family", why, title);
  const written = sentence.map((part) => (typeof part === "string" ? part : mailWords(part.words)));
  return {
    ...phoneText([...sentence, nothingLeft], url),
    email: {
      subject: `Nothing to do any more: ${mailWords(title, 80)}`,
      heading: "Nothing to do for you any more",
      body: [`${written.join("")}.`, "Thank you for having said yes."],
      button: { label: "See what became of it", url },
    },
  };
}

function sentenceOf(name: string, why: DelegationReleaseFacts["why"], title: string): SentencePart[] {
  const [who, what] = [{ words: name }, { words: title }];
  switch (why) {
    case "withdrawn":
      return [who, " took back ", what];
    case "superseded":
      return [who, " gave somebody else ", what];
    case "completed":
      return [what, " is done already"];
    case "deleted":
      return [what, " is not needed any more"];
  }
}
