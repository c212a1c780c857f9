import { fitText, type SentencePart } from "#app/domain/outbox/rendering/fit-text.ts";
import { question } from "../question.ts";
import type { TextedRequest } from "./requests-to-number.server.ts";
import type { RequestStatus } from "../requests/request-status.ts";

/** Their account is gone. */
const formerAsker = "The person who asked";

/** At most two SMS segments. */
const say = (...parts: SentencePart[]) => fitText(parts, "");

const askerOf = ({ asker }: TextedRequest) => ({ words: asker ?? formerAsker });

export function confirmAnswer(request: TextedRequest, answer: "accept" | "decline", others: number): string {
  const more = others > 0 ? [` ${others} more to answer.`] : [];
  const title = { words: request.title };
  if (answer === "accept") return say("Thank you. ", askerOf(request), " knows you're on it: ", title, ".", ...more);
  return say("All right. ", askerOf(request), " knows you can't: ", title, ".", ...more);
}

/** "Which one? Reply YES 1 or YES 2. 1: Pick up Emma (Nora) 2: Call the vet (Nora)" */
export function askWhichOne(open: TextedRequest[], answer: "accept" | "decline"): string {
  const word = answer === "accept" ? "YES" : "NO";
  return say(`Which one? Reply ${word} 1 to ${word} ${open.length}.`, ...listed(open));
}

export function explainHowToReply(open: TextedRequest[]): string {
  const [first] = open;
  if (!first) return say("Nothing to answer right now.");
  if (open.length > 1) return say("Sorry, I only understand YES or NO, with a number: YES 1.", ...listed(open));
  return say("Sorry, I only understand YES or NO. ", askerOf(first), ` ${question} `, { words: first.title });
}

const endedReplies: Record<Exclude<RequestStatus, "pending" | "accepted">, string> = {
  declined: "You already said no.",
  done: "That's already done, thank you.",
  completed: "That's already done, thank you.",
  deleted: "That's no longer needed.",
  withdrawn: "That's no longer needed.",
  superseded: "Someone else was asked instead.",
};

/** Hides an ended request's task title, which may have changed since. */
export function explainStatus({ status, title }: TextedRequest): string {
  if (status === "pending") return say({ words: title });
  return status === "accepted" ? say("You already said yes, thank you: ", { words: title }) : say(endedReplies[status]);
}

function listed(open: TextedRequest[]): SentencePart[] {
  return open.flatMap((request, index) => [` ${index + 1}: `, { words: request.title }, " (", askerOf(request), ")"]);
}
