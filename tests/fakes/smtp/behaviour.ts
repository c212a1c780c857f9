/**
 * How a fake mail server behaves. It is JSON, so that `PUT /fake/behaviour` can change it while it
 * runs.
 */
export type SmtpBehaviour = {
  /** Applies only to the first connections and emails. */
  times?: number;
} & (
  | { type: "helpful" }
  /** Accepts the message, and answers late. */
  | { type: "slow"; answerMs: number }
  /** Answers late at every step. */
  | { type: "slow_at_every_step"; answerMs: number }
  /** Answers with a 4xx or 5xx code at this step. */
  | { type: "refusing"; at: Step; code: number; words?: string }
  | { type: "hanging_up"; at: Step }
  /** Accepts the message, then hangs up or stays silent. */
  | { type: "taking_then_hanging_up" }
  | { type: "taking_then_silent" }
);

export type Step = "connection" | "sign-in" | "sender" | "recipient" | "message";

export interface SmtpScript {
  behave: (behaviour: SmtpBehaviour) => void;
  rules: () => SmtpBehaviour;
  next: () => SmtpBehaviour;
}

export function newSmtpScript(): SmtpScript {
  let behaviour: SmtpBehaviour = { type: "helpful" };
  let seen = 0;
  return {
    behave(next) {
      behaviour = next;
      seen = 0;
    },
    rules: () => behaviour,
    next() {
      seen += 1;
      return seen <= (behaviour.times ?? Infinity) ? behaviour : { type: "helpful" };
    },
  };
}
