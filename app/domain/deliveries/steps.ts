import { channel } from "node:diagnostics_channel";

/** Where a delivery is on its way, in the numbers of DELIVERY.md. */
export type Step = "tick" | "handed over" | "claimed" | "sent" | "recorded" | "reported";

const steps = channel("mila.delivery");

/** Tells whoever listens how far deliveries have come: the fault runs end the process there. */
export function passStep(step: Step, when: "before" | "after"): void {
  if (steps.hasSubscribers) steps.publish({ step, when });
}
