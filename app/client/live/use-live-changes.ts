import { useFetchers, useLocation, useNavigation, useRevalidator } from "@remix-run/react";
import { useEffect } from "react";
import { hasActionData } from "../remix-internals.ts";
import { useInBrowser } from "../use-in-browser.ts";
import { useAnnouncedRevision } from "./use-announced-revision.ts";
import { useRetryDelay } from "./use-retry-delay.ts";

export function useLiveChanges(revision: number): void {
  const { revalidate } = useRevalidator();
  const isIdle = useNavigation().state === "idle";
  const { key } = useLocation();
  const isSending = useFetchers().some(({ state }) => state !== "idle");
  // Reloading would drop the form's response, such as a note that someone else changed the task.
  const isAnswered = useInBrowser(hasActionData, false);
  const announced = useAnnouncedRevision(revision);
  const isWaiting = useRetryDelay();

  // A save reloads the page itself. Reloading during it would discard its redirect and toast.
  useEffect(() => {
    if (announced > revision && isIdle && !isSending && !isAnswered && !isWaiting) revalidate();
    // `key` loads a change that an open dialog held back.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [announced, revision, isIdle, isSending, isAnswered, isWaiting, key, revalidate]);
}
