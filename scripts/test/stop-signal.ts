/** Aborts when somebody stops the run. The second time, the run ends at once. */
export function stopSignal(): AbortSignal {
  const stopping = new AbortController();
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.once(name, () => stopping.abort(name));
  return stopping.signal;
}
