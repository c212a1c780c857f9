import { channel } from "node:diagnostics_channel";

type Step =
  | "written"
  | "tick"
  | "enqueued"
  | "claimed"
  | "sent"
  | "recorded"
  | "reported"
  | "resolved";

const steps = channel("mila.delivery");

export interface Checkpoint {
  step: Step;
  when: "before" | "after";
  count: number;
}

/** The fault runs kill the process at these points. */
export function checkpoint(step: Step, when: "before" | "after", count: number = 1): void {
  if (steps.hasSubscribers) steps.publish({ step, when, count } satisfies Checkpoint);
}
