import { fitText, type SentencePart } from "#app/domain/outbox/rendering/fit-text.ts";
import { question } from "../messages/request-text.ts";
import type { TextedRequest } from "./requests-to-number.server.ts";
import type { RequestStatus } from "../requests/request-status.ts";

/** Used when the asker's account is gone. */
const formerAsker = "The person who asked";

/** Fits a reply into two SMS segments. */
const say = (...parts: SentencePart[]) => fitText(parts, "");

const askerOf = ({ asker }: TextedRequest) => ({ words: asker ?? formerAsker });

interface Confirmed {
  answer: "accept" | "decline";
  /** True if the delegate had said yes before. */
  tookBack: boolean;
  /** The number of requests that are still to be answered. */
  others: number;
}

export function confirmAnswer(
  request: TextedRequest,
  { answer, tookBack, others }: Confirmed,
): string {
  const more = others > 0 ? [` ${others} more to answer.`] : [];
  const title = { words: request.title };
  if (answer === "accept")
    return say("Thank you. ", askerOf(request), " knows you're on it: ", title, ".", ...more);
  return say(
    "All right. ",
    askerOf(request),
    tookBack && request.isNoOnce
      ? " knows you can't this time: "
      : tookBack
        ? " knows you can't any more: "
        : " knows you can't: ",
    title,
    ".",
    ...more,
  );
}

/**
 * "Thank you. Nora knows it's done: Pick up Emma."
 * @param words "Done for Tuesday", if it is late
 */
export function confirmDone(
  { asker, title }: Pick<TextedRequest, "asker" | "title">,
  words: string | null,
): string {
  const done = words ? ` knows. ${words}: ` : " knows it's done: ";
  return say("Thank you. ", { words: asker ?? formerAsker }, done, { words: title }, ".");
}

/** @param move for example "Nora moved this to tomorrow at 3:00 PM" */
export function movedMeanwhile(move: string, title: string): string {
  return say(`${move}: `, { words: title }, ". Reply DONE again if it's done.");
}

export function someoneElseHasIt(name: string): string {
  return say({ words: name }, " has it now, thank you.");
}

export function answeredTooOften({ asker, title }: TextedRequest): string {
  const who = { words: asker ?? "the person who asked" };
  return say("You've changed your answer many times today. Please tell ", who, " yourself: ", {
    words: title,
  });
}

/** "Which one? Reply YES 1 or YES 2. 1: Pick up Emma (Nora) 2: Call the vet (Nora)" */
export function askWhichOne(open: TextedRequest[], answer: "accept" | "decline"): string {
  const word = answer === "accept" ? "YES" : "NO";
  return say(`Which one? Reply ${word} 1 to ${word} ${open.length}.`, ...listed(open));
}

export function explainHowToReply(open: TextedRequest[]): string {
  const [first] = open;
  if (!first) return say("Nothing to answer right now.");
  if (open.length > 1)
    return say("Sorry, I only understand YES or NO, with a number: YES 1.", ...listed(open));
  return say("Sorry, I only understand YES or NO. ", askerOf(first), ` ${question} `, {
    words: first.title,
  });
}

const endedReplies: Record<Exclude<RequestStatus, "pending" | "accepted">, string> = {
  declined: "You already said no.",
  done: "That's already done, thank you.",
  completed: "That's already done, thank you.",
  deleted: "That's no longer needed.",
  withdrawn: "That's no longer needed.",
  superseded: "Someone else was asked instead.",
};

const nothingToDo = "Nothing for you to do, thank you.";

/** @param who for example "Nora deleted" @param when for example "at 8:10 PM" */
export function explainRemoved({ who, when }: { who: string; when: string }): string {
  return say({ words: who }, ` it ${when}. ${nothingToDo}`);
}

export function explainMissed(): string {
  return say(`Its time is over. ${nothingToDo}`);
}

export function explainRemoval(removal: "removed" | "listed_again"): string {
  return removal === "removed"
    ? say(`You are not in this family's list any more. ${nothingToDo}`)
    : say("That's no longer needed.");
}

/** Someone without an account takes an answer back by giving the other one. */
export function explainTakingBack({ asker, status, title, ...able }: TextedRequest): string | null {
  const word = able.canTakeBack ? "NO" : able.canTakeAgain ? "YES" : null;
  if (word) return say(`To take that back, reply ${word}: `, { words: title }, ".");
  if (status !== "done") return null;
  const who = { words: asker ?? formerAsker };
  return say(who, " knows it's done: ", { words: title }, ". Please tell them if it isn't.");
}

/** Hides an ended request's task title, which may have changed since. */
export function explainStatus({
  status,
  title,
  isOver,
}: Pick<TextedRequest, "status" | "title" | "isOver">): string {
  if (status === "accepted" && isOver)
    return say("Its time is over: ", { words: title }, ". Reply DONE if you did it.");
  if (status === "pending") return say({ words: title });
  return status === "accepted"
    ? say("You already said yes, thank you: ", { words: title })
    : say(endedReplies[status]);
}

function listed(open: TextedRequest[]): SentencePart[] {
  return open.flatMap((request, index) => [
    ` ${index + 1}: `,
    { words: request.title },
    " (",
    askerOf(request),
    ")",
  ]);
}
