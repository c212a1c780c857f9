const jumpMs = 5_000;
/** As long as a lease: every worker's claims have ended by then, whatever the clock says. */
const heldMs = 30_000;

/** After the clock was set ahead, or the machine slept, other workers' leases only seem expired. */
export function createLeaseHold(): () => boolean {
  let last = readClocks();
  let heldUntil = 0;
  return () => {
    const now = readClocks();
    if (now.wall - last.wall - (now.monotonic - last.monotonic) > jumpMs) heldUntil = now.monotonic + heldMs;
    last = now;
    return now.monotonic < heldUntil;
  };
}

function readClocks() {
  return { wall: Date.now(), monotonic: performance.now() };
}
