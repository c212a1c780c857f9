// Loaded before a program (--import): ends its own process at a step of a delivery, as a power cut would.
// FAULT_KILL_AT=STEP,before|after,N,MS: at the Nth time that the step is passed, so many milliseconds later.
import { subscribe } from "node:diagnostics_channel";
import type { Step } from "#app/domain/deliveries/steps.ts";

const [step, when, turn, afterMs] = (process.env.FAULT_KILL_AT ?? "").split(",");
let passed = 0;

subscribe("mila.delivery", (message) => {
  const point = message as { step: Step; when: string };
  if (point.step !== step || point.when !== when) return;
  passed += 1;
  if (passed !== Number(turn)) return;
  if (Number(afterMs) > 0) setTimeout(end, Number(afterMs));
  else end();
});

function end(): void {
  process.kill(process.pid, "SIGKILL");
}
