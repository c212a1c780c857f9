import { useFetchers, useNavigation, useRevalidator, useRouteLoaderData } from "@remix-run/react";
import { useEffect, useRef } from "react";

const firstRetryMs = 1_000;
const longestRetryMs = 10_000;

/** Returns when the cached page that is shown was made; undefined for the page itself. */
export const useCopiedAt = (): string | undefined =>
  useRouteLoaderData<{ copiedAt?: string }>("root")?.copiedAt;

/**
 * Returns when the cached page that is shown was made. Loads the page itself as soon as the server
 * can be reached, which is often a moment after the browser says "online".
 */
export function useCopy(): string | undefined {
  const copiedAt = useCopiedAt();
  const { revalidate } = useRevalidator();
  const isCopy = copiedAt !== undefined;
  const isNavigating = useNavigation().state !== "idle";
  const isSending = useFetchers().some(({ state }) => state !== "idle");
  const isBusy = useRef(false);
  useEffect(() => {
    isBusy.current = isNavigating || isSending;
  });
  useEffect(() => {
    if (!isCopy) return;
    let timer: number;
    // Reloading during a save would discard its answer.
    const reload = () => {
      if (!isBusy.current) revalidate();
    };
    const retryAfter = (ms: number) => {
      timer = window.setTimeout(() => {
        reload();
        retryAfter(Math.min(2 * ms, longestRetryMs));
      }, ms);
    };
    const startAgain = () => {
      window.clearTimeout(timer);
      reload();
      retryAfter(firstRetryMs);
    };
    retryAfter(firstRetryMs);
    window.addEventListener("online", startAgain);
    return () => {
      window.clearTimeout(timer);
      window.removeEventListener("online", startAgain);
    };
  }, [isCopy, revalidate]);
  return copiedAt;
}
