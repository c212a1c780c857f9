export const inFlight = new Set<string>();
