import { useFetchers, useLocation, useNavigation, useRevalidator } from "@remix-run/react";
import { useEffect } from "react";
import { reloadFrame } from "../navigation/should-revalidate.ts";
import { hasActionData } from "../remix-internals.ts";
import { useInBrowser } from "../kit/use-in-browser.ts";
import { useAnnouncedRevision } from "./use-announced-revision.ts";
import { useRetryDelay } from "./use-retry-delay.ts";

interface LiveChanges {
  /** Keeps the page itself as it is. */
  isFrameOnly?: boolean;
}

/** @param revision the one the page shows; null while something else keeps it up to date */
export function useLiveChanges(
  revision: number | null,
  { isFrameOnly = false }: LiveChanges = {},
): void {
  const { revalidate } = useRevalidator();
  const isIdle = useNavigation().state === "idle";
  const { key } = useLocation();
  const isSending = useFetchers().some(({ state }) => state !== "idle");
  // Reloading would drop the form's response, such as a note that someone else changed the task.
  const isAnswered = useInBrowser(hasActionData, false);
  const announced = useAnnouncedRevision(revision);
  const isWaiting = useRetryDelay();
  const isBehind = revision !== null && announced > revision;

  // A save reloads the page itself. Reloading during it would discard its redirect and toast.
  useEffect(() => {
    if (!isBehind || !isIdle || isSending || isAnswered || isWaiting) return;
    if (isFrameOnly) reloadFrame(revalidate);
    else revalidate();
    // `announced` and `revision` load the next change, `key` one that an open dialog held back.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isBehind, announced, revision, isIdle, isSending, isAnswered, isWaiting, key, revalidate]);
}
