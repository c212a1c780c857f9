import { phoneText } from "#app/domain/outbox/rendering/fit-text.ts";
import type { Message } from "#app/domain/outbox/message.ts";
import { emailWords } from "#app/domain/outbox/rendering/plain-words.ts";

interface DelegationAnswerFacts {
  who: string;
  /**
   * "left" means that they said yes, and then left the family. "reopened" means that they did it,
   * and then somebody reopened it. "gave_up" means that they said yes,
   * and then ended the request or gave the task to somebody else, "once" if they said yes to all.
   */
  answer:
    | "accepted"
    | "declined"
    | "took_back"
    | "not_this_time"
    | "gave_up"
    | "gave_up_once"
    | "done"
    | "reopened"
    | "left";
  task: { id: string; title: string };
  line: string | null;
  /** True if they said yes to the dates that follow too. */
  isForAll?: boolean;
  /** True if the task's day is over, and its series went on. */
  isMissed?: boolean;
  origin: string;
}

const answers = {
  accepted: { says: "says yes", next: "They'll take care of it.", button: "See the task" },
  declined: {
    says: "says no",
    next: "You can ask someone else or do it yourself.",
    button: "Ask someone else",
  },
  took_back: {
    says: "can't any more",
    next: "You can ask someone else or do it yourself.",
    button: "Ask someone else",
  },
  not_this_time: {
    says: "can't this time",
    next: "You can ask someone else or do it yourself. The next ones are theirs.",
    button: "Ask someone else",
  },
  gave_up: {
    says: "can't any more",
    next: "Mila shows who has it now.",
    button: "See the task",
  },
  gave_up_once: {
    says: "can't this time",
    next: "Mila shows who has it now. The next ones are theirs.",
    button: "See the task",
  },
  left: {
    says: "left the family, so this is open again",
    next: "You can ask someone else or do it yourself.",
    button: "Ask someone else",
  },
  done: { says: "says it's done", next: "Nothing for you to do.", button: "See the task" },
  reopened: {
    says: "had done this, but it's open again",
    next: "Mila shows who has it now.",
    button: "See the task",
  },
} as const;

const missedAgain = {
  says: "said it was done, but it wasn't after all",
  next: "Its day is over, so it counts as missed.",
  button: "See the task",
} as const;

export function delegationAnswerMessage({
  who,
  answer,
  task,
  line,
  isForAll = false,
  isMissed = false,
  origin,
}: DelegationAnswerFacts): Message {
  const isMissedAgain = isMissed && answer === "reopened";
  const { says: said, next, button } = isMissedAgain ? missedAgain : answers[answer];
  const says = isForAll && answer === "accepted" ? `${said}, every time` : said;
  const name = emailWords(who, 60);
  const url = `${origin}/tasks/${task.id}`;
  const added = line ? [' "', { words: line }, '"'] : [];
  return {
    ...phoneText([{ words: who }, ` ${says}: `, { words: task.title }, ".", ...added], url),
    email: {
      subject: `${name} ${says}: ${emailWords(task.title, 80)}`,
      heading: `${name} ${says}`,
      body: [emailWords(task.title), ...(line ? [`"${emailWords(line, 500)}"`] : []), next],
      button: { label: button, url },
      settingsUrl: `${origin}/preferences/notifications`,
    },
  };
}
