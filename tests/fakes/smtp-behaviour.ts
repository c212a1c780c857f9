/** How a stand-in for a mail server behaves; JSON, so that a running one can be told by `PUT /fake/behaviour`. */
export type SmtpBehaviour = {
  /** Only on the first so many connections. */
  times?: number;
} & (
  | { type: "helpful" }
  /** Takes it, and answers after so long. */
  | { type: "slow"; answerMs: number }
  /** Likewise, and thinks as long about everything before it. */
  | { type: "slow_at_every_step"; answerMs: number }
  /** Answers this code, 4xx or 5xx, at this point, and these words if any. */
  | { type: "refusing"; at: Step; code: number; words?: string }
  | { type: "hanging_up"; at: Step }
  /** Takes the message, and then hangs up or says nothing. */
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
