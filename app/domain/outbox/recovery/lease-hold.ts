import { subscribe } from "node:diagnostics_channel";

const jumpMs = 5_000;
/** Lasts as long as a lease: every worker's claims have ended by then, whatever the clock says. */
const heldMs = 30_000;

/**
 * Returns true while leases must not be expired. After the clock was set ahead, or the machine
 * slept, other workers' leases only seem expired. After another program had locked the database,
 * they are, but nobody could record what was sent.
 */
export function createLeaseHold(): () => boolean {
  let last = readClocks();
  let heldUntil = 0;
  subscribe("mila.locked", () => (heldUntil = performance.now() + heldMs));
  return () => {
    const now = readClocks();
    if (now.wall - last.wall - (now.monotonic - last.monotonic) > jumpMs)
      heldUntil = now.monotonic + heldMs;
    last = now;
    return now.monotonic < heldUntil;
  };
}

function readClocks() {
  return { wall: Date.now(), monotonic: performance.now() };
}
