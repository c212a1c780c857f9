/** How a stand-in for a provider of messages behaves; JSON, so that a running one can be told by `PUT /fake/behaviour`. */
export type Behaviour = Scope &
  (
    | { type: "helpful" }
    /** Takes it, and answers after so long. */
    | { type: "slow"; answerMs: number }
    /** Takes it after so long, and answers. */
    | { type: "slow_to_take"; takenMs: number }
    /** Does not take it, for now. */
    | { type: "failing"; status: number; retryAfterSeconds?: number; reason?: string }
    /** Does not take it, for a reason that has the provider's own code. */
    | { type: "refusing"; code: number }
    /** Takes it, and reports later that it did not arrive. */
    | { type: "undeliverable"; code: number }
    /** Take it, and answer nothing that can be relied on. */
    | { type: "garbled"; how: keyof typeof garbage }
    | { type: "taking_then_failing"; status: number }
    | { type: "taking_then_silent" }
    | { type: "stalling" }
    | { type: "hanging_up"; when: "before_taking" | "after_taking" }
    /** Takes it, and says something that is not so: about what was sent, or, asked for it, about what is there. */
    | { type: "lying"; about: Lie }
  );

export type Lie = "its id" | "having failed" | "knowing nothing" | "another message";

interface Scope {
  /** Sending (unless told) or questions about what was sent. */
  on?: "sending" | "asking";
  /** Only for this number or address. */
  to?: string;
  /** Only for the first so many requests about each message. */
  times?: number;
}

/** Bodies with a good status that say nothing. */
export const garbage = {
  "not JSON": '{"sid": "SM',
  "a page": "<!doctype html><title>Sign in to the hotel's network</title>",
  nothing: "",
  "another shape": JSON.stringify({ ok: true }),
  null: "null",
};

export interface Script {
  behave: (...rules: Behaviour[]) => void;
  rules: () => Behaviour[];
  /** What is done with a request about a message: the first rule that is meant for it, else what is helpful. */
  next: (request: { on: "sending" | "asking"; to: string; message: string }) => Behaviour;
}

export function newScript(): Script {
  let rules: Behaviour[] = [];
  let seen = new Map<string, number>();
  return {
    behave(...next) {
      rules = next;
      seen = new Map();
    },
    rules: () => rules,
    next({ on, to, message }) {
      const rule = rules.find((candidate, index) => {
        if ((candidate.on ?? "sending") !== on || (candidate.to !== undefined && candidate.to !== to)) return false;
        if (candidate.times === undefined) return true;
        const key = `${index} ${message}`;
        const count = (seen.get(key) ?? 0) + 1;
        seen.set(key, count);
        return count <= candidate.times;
      });
      return rule ?? { type: "helpful" };
    },
  };
}
