/**
 * How a fake provider behaves. It is JSON, so that `PUT /fake/behaviour` can change it while it
 * runs.
 */
export type Behaviour = Scope &
  (
    | { type: "helpful" }
    /** Accepts the message, and answers late. */
    | { type: "slow"; answerMs: number }
    /** Accepts the message late, and answers. */
    | { type: "slow_to_take"; takenMs: number }
    /** Rejects temporarily. A text is sent unchanged. */
    | { type: "failing"; status: number; retryAfterSeconds?: number | string; reason?: string }
    /** Rejects with the provider's own code. */
    | { type: "refusing"; code: number }
    /** Accepts the message, and later reports a failed delivery. */
    | { type: "undeliverable"; code: number }
    /** Accepts the message, and answers garbage. */
    | { type: "garbled"; how: keyof typeof garbage }
    | { type: "taking_then_failing"; status: number }
    | { type: "taking_then_silent" }
    | { type: "stalling" }
    | { type: "hanging_up"; when: "before_taking" | "after_taking" }
    /** Accepts the message, and says something false about it or about what exists. */
    | { type: "lying"; about: Lie }
  );

export type Lie = "its id" | "having failed" | "knowing nothing" | "another message";

interface Scope {
  /** Sending (the default), or lookups. */
  on?: "sending" | "asking";
  /** Applies only to this number or address. */
  to?: string;
  /** Applies only to the first requests about each message. */
  times?: number;
}

/** Bodies without content that come with a good status. */
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
  /** Returns the first matching rule, or else "helpful". */
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
        if (
          (candidate.on ?? "sending") !== on ||
          (candidate.to !== undefined && candidate.to !== to)
        )
          return false;
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
