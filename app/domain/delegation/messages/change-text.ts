import type { Message } from "#app/domain/outbox/message.ts";
import { phoneText, type SentencePart } from "#app/domain/outbox/rendering/fit-text.ts";
import { type Due, formatDue } from "#app/domain/outbox/rendering/format-due.ts";
import { emailWords } from "#app/domain/outbox/rendering/plain-words.ts";
import type { UnseenChange } from "../telling/known-due.server.ts";

interface DelegationChangeFacts {
  news: UnseenChange;
  /** Null if a break or a new repetition moved it, and not a person. */
  mover: string | null;
  title: string;
  due: Due | null;
  timeZone: string | null;
  url: string;
  now: string;
}

export function delegationChangeMessage(facts: DelegationChangeFacts): Message {
  const { news, title, url } = facts;
  const says = news === "missed" ? ["Its time is over"] : writeMove(facts);
  const asks = news === "missed" ? "Did you do it?" : "Still fine?";
  const replies = news === "missed" ? "Reply DONE, or tap" : "Reply YES or NO, or tap";
  const written = says.map((part) => (typeof part === "string" ? part : emailWords(part.words)));
  return {
    ...phoneText([...says, ": ", { words: title }, `. ${asks} ${replies}`], url),
    email: {
      subject: `${asks} ${emailWords(title, 80)}`,
      heading: asks,
      body: [emailWords(title), `${written.join("")}.`],
      button: { label: news === "missed" ? "It's done" : "Yes or no?", url },
    },
  };
}

function writeMove({ mover, due, timeZone, now }: DelegationChangeFacts): SentencePart[] {
  const who = mover === null ? null : { words: mover };
  if (!due) return who ? [who, " removed its date"] : ["It has no date any more"];
  const when = formatDue(due, timeZone, now);
  return who ? [who, ` moved this to ${when}`] : [`This is ${when} now`];
}
