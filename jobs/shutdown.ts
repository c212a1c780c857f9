/** A container's stop gives 10 s; whoever started this process kills it after 7. */
const patienceMs = 6_000;

/**
 * On SIGTERM, on Ctrl-C, and when the process that started this one is gone: what is under way may end, then out. What is
 * cut off after 6 s was claimed, and is asked about by the next worker's sweep.
 */
export function stopWhenAsked(end: () => Promise<void>): void {
  let isStopping = false;
  const stop = () => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(0), patienceMs).unref();
    void end().finally(() => process.exit(0));
  };
  for (const cause of ["SIGTERM", "SIGINT", "disconnect"]) process.on(cause, stop);
}
