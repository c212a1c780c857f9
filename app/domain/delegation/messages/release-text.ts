import { phoneText, type SentencePart } from "#app/domain/outbox/rendering/fit-text.ts";
import type { Message } from "#app/domain/outbox/message.ts";
import { emailWords } from "#app/domain/outbox/rendering/plain-words.ts";

export interface DelegationReleaseFacts {
  /** The person who ended it. For "given", the person who has it now. */
  who: string;
  why: "withdrawn" | "superseded" | "given" | "completed" | "skipped" | "deleted";
  title: string;
  url: string;
}

const nothingLeft = ". Nothing for you to do.";

export function delegationReleaseMessage({
  who,
  why,
  title,
  url,
}: DelegationReleaseFacts): Message {
  const sentence = writeSentence(who, why, title);
  const written = sentence.map((part) =>
    typeof part === "string" ? part : emailWords(part.words),
  );
  return {
    ...phoneText([...sentence, nothingLeft], url),
    email: {
      subject: `Nothing for you to do: ${emailWords(title, 80)}`,
      heading: "Nothing for you to do",
      body: [`${written.join("")}.`, "Thank you for saying yes."],
      button: { label: "See what happened", url },
    },
  };
}

function writeSentence(
  name: string,
  why: DelegationReleaseFacts["why"],
  title: string,
): SentencePart[] {
  const [who, what] = [{ words: name }, { words: title }];
  switch (why) {
    case "withdrawn":
      return [who, " cancelled this request: ", what];
    case "superseded":
      return [who, " asked someone else: ", what];
    case "given":
      return [who, " has it now: ", what];
    case "completed":
      return ["Already done: ", what];
    case "skipped":
      return ["Not needed this time: ", what];
    case "deleted":
      return ["No longer needed: ", what];
  }
}
