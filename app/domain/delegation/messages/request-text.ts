import type { Message } from "#app/domain/outbox/message.ts";
import { type SentencePart, phoneText } from "#app/domain/outbox/rendering/fit-text.ts";
import { type Due, formatDue } from "#app/domain/outbox/rendering/format-due.ts";
import {
  type MessageSender,
  quotedParts,
  quotedWords,
  senderParts,
  senderWords,
} from "#app/domain/outbox/rendering/sender.ts";

/**
 * Every request texted to a phone contains these words; a tapback that quotes the request is
 * recognized by them.
 */
export const question = "asks: can you do this?";

interface DelegationRequestFacts {
  asker: MessageSender;
  task: { title: string; description: string | null; due: Due | null };
  /** "every Tuesday", of a request for all. */
  following?: string | undefined;
  timeZone: string | null;
  url: string;
  now: string;
}

export function delegationRequestMessage({
  asker,
  task,
  following,
  timeZone,
  url,
  now,
}: DelegationRequestFacts): Message {
  const who = senderWords(asker);
  const when = task.due && formatDue(task.due, timeZone, now);
  const then: SentencePart[] = following
    ? [", and then ", { words: following }, ", if you like"]
    : [];
  const what = [...quotedParts(task.title), when ? `, ${when}` : "", ...then, "."];
  const invited = following && `and then ${following}, if you like`;
  const written = [quotedWords(task.title), when, invited].filter(Boolean).join(", ");
  return {
    ...phoneText(
      [...senderParts(asker), ` ${question} `, ...what, " Reply YES or NO, or tap"],
      url,
    ),
    email: {
      subject: `${who} asks: ${quotedWords(task.title)}`,
      heading: `${who} asks if you can do this`,
      body: [
        written,
        ...(task.description ? [quotedWords(task.description)] : []),
        "Say yes or no with one tap. No account needed.",
      ],
      button: { label: "Yes or no?", url },
      footnote: `You're getting this because ${who} chose you in Mila, the family task assistant.`,
    },
  };
}

/** Stands before the link in what the asker sends from their own phone. */
export function ownRequestText({
  title,
  due,
  following,
  timeZone,
  now,
}: Pick<DelegationRequestFacts, "timeZone" | "now"> & {
  title: string;
  due: Due | null;
  following: string | null;
}): string {
  const when = due && formatDue(due, timeZone, now);
  const then = following && `and then ${following}, if you like`;
  const what = [quotedWords(title), when, then].filter(Boolean).join(", ");
  return `Can you do this? ${what}. Yes or no, no account needed:`;
}

/** Tells someone who said yes to all that the next occurrence is open. */
export function yoursAgainMessage({
  asker,
  task,
  timeZone,
  url,
  now,
}: Omit<DelegationRequestFacts, "following">): Message {
  const who = senderWords(asker);
  const when = task.due && formatDue(task.due, timeZone, now);
  const what = [...quotedParts(task.title), when ? `, ${when},` : "", " is yours again."];
  return {
    ...phoneText(
      [...senderParts(asker), ": ", ...what, " Reply DONE, or NO if you can't this time, or tap"],
      url,
    ),
    email: {
      subject: `Yours again: ${quotedWords(task.title)}`,
      heading: "It's yours again",
      body: [
        [quotedWords(task.title), when].filter(Boolean).join(", "),
        ...(task.description ? [quotedWords(task.description)] : []),
        `You told ${who} that you do it every time. Say when it's done, or that you can't this time.`,
      ],
      button: { label: "Done, or not this time?", url },
      footnote: `You're getting this because you said yes to ${who} in Mila, the family task assistant.`,
    },
  };
}
