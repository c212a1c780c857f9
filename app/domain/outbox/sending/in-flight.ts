/** The ids of what this process is sending now. */
export const inFlight = new Set<string>();
