import { channel } from "node:diagnostics_channel";

type Step = "written" | "tick" | "enqueued" | "claimed" | "sent" | "recorded" | "reported" | "resolved";

const steps = channel("mila.delivery");

export interface StepPassed {
  step: Step;
  when: "before" | "after";
  count: number;
}

/** Publishes how far deliveries have come: the fault runs kill the process there. */
export function checkpoint(step: Step, when: "before" | "after", count: number = 1): void {
  if (steps.hasSubscribers) steps.publish({ step, when, count } satisfies StepPassed);
}
