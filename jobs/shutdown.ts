/** A container has 10 s to stop, and the parent kills this process after 7. */
const timeoutMs = 6_000;

/** Waits for work in flight. The next worker's sweep recovers whatever the timeout interrupts. */
export function stopOnSignal(end: () => Promise<void>): void {
  let isStopping = false;
  const stop = () => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(0), timeoutMs).unref();
    void end().finally(() => process.exit(0));
  };
  for (const cause of ["SIGTERM", "SIGINT", "disconnect"]) process.on(cause, stop);
}
