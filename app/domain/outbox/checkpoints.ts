import { channel } from "node:diagnostics_channel";

/** Where a delivery is on its way, in the numbers of docs/delivery.md. */
export type Step = "written" | "tick" | "handed over" | "claimed" | "sent" | "recorded" | "reported" | "settled";

const steps = channel("mila.delivery");

export interface StepPassed {
  step: Step;
  when: "before" | "after";
  /** How many deliveries pass it together. */
  count: number;
}

/** Tells whoever listens how far deliveries have come: the fault runs end the process there. */
export function passStep(step: Step, when: "before" | "after", count: number = 1): void {
  if (steps.hasSubscribers) steps.publish({ step, when, count } satisfies StepPassed);
}
