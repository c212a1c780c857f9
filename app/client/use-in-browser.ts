import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** The fallback on the server and while the page comes to life; then what only the browser knows. */
export function useInBrowser<T>(read: () => T, fallback: T): T {
  return useSyncExternalStore(never, read, () => fallback);
}
