import { useFetchers, useLocation, useNavigation, useRevalidator } from "@remix-run/react";
import { useEffect } from "react";
import { hasActionData } from "../remix-internals.ts";
import { useInBrowser } from "../use-in-browser.ts";
import { useAnnouncedRevision } from "./use-announced-revision.ts";
import { useRetryDelay } from "./use-retry-delay.ts";

/**
 * Reloads the page's data when somebody else in the household changes something. What is being typed stays.
 * @param revision the household's, as the page shows it
 */
export function useLiveChanges(revision: number): void {
  const { revalidate } = useRevalidator();
  const isIdle = useNavigation().state === "idle";
  const { key } = useLocation();
  const isSending = useFetchers().some(({ state }) => state !== "idle");
  // Reloading would drop a form's answer, such as a note that somebody else changed the task.
  const isAnswered = useInBrowser(hasActionData, false);
  const announced = useAnnouncedRevision(revision);
  const isWaiting = useRetryDelay();

  // A save reloads the page itself, and reloading meanwhile would discard its redirect and toast.
  useEffect(() => {
    if (announced > revision && isIdle && !isSending && !isAnswered && !isWaiting) revalidate();
    // `key`: a change that a dialog held back is loaded once that is closed.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [announced, revision, isIdle, isSending, isAnswered, isWaiting, key, revalidate]);
}
