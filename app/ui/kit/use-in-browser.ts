import { useSyncExternalStore } from "react";

const neverChanges = () => () => undefined;

/** The server and hydration get the fallback. */
export function useInBrowser<T>(read: () => T, fallback: T): T {
  return useSyncExternalStore(neverChanges, read, () => fallback);
}
