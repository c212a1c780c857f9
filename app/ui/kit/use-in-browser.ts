import { useSyncExternalStore } from "react";

const neverChanges = () => () => undefined;

/** Returns the fallback on the server and during hydration. */
export function useInBrowser<T>(read: () => T, fallback: T): T {
  return useSyncExternalStore(neverChanges, read, () => fallback);
}
