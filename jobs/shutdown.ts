/** A container gets 10 s to stop, and the parent process kills this one after 7. */
const timeoutMs = 6_000;

/**
 * Stops on SIGTERM, on Ctrl-C and when the parent process is gone, once what is in flight has ended. What is cut off
 * after 6 s is left to the next worker's sweep.
 */
export function stopWhenAsked(end: () => Promise<void>): void {
  let isStopping = false;
  const stop = () => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(0), timeoutMs).unref();
    void end().finally(() => process.exit(0));
  };
  for (const cause of ["SIGTERM", "SIGINT", "disconnect"]) process.on(cause, stop);
}
