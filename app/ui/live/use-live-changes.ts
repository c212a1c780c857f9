import { useFetchers, useLocation, useNavigation, useRevalidator } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { reloadFrame } from "../navigation/should-revalidate.ts";
import { hasActionData } from "../remix-internals.ts";
import { useInBrowser } from "../kit/use-in-browser.ts";
import { canNotify } from "./notify.ts";
import { reloadFailed } from "./background-reload.ts";

interface LiveChanges {
  /** True if the page itself must not change. */
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

/**
 * Returns the household's latest revision according to the server. Hidden tabs stop listening,
 * unless they may notify of due reminders.
 * @param shown null stops listening
 */
function useAnnouncedRevision(shown: number | null): number {
  const [announced, setAnnounced] = useState(shown ?? 0);
  const latestShown = useRef(shown);
  useEffect(() => void (latestShown.current = shown), [shown]);
  const isListening = shown !== null;

  useEffect(() => {
    if (!isListening) return;
    let source: EventSource | null = null;
    const listen = () => {
      if (document.hidden && !canNotify()) {
        source?.close();
        source = null;
      } else if (!source) {
        source = new EventSource(`/events?revision=${latestShown.current}`);
        source.addEventListener("message", ({ data }) => setAnnounced(Number(data)));
      }
    };
    listen();
    document.addEventListener("visibilitychange", listen);
    return () => {
      document.removeEventListener("visibilitychange", listen);
      source?.close();
    };
  }, [isListening]);
  return announced;
}

const retryAfterMs = 5_000;

function useRetryDelay(): boolean {
  const [isWaiting, setWaiting] = useState(false);
  useEffect(() => {
    const wait = () => setWaiting(true);
    window.addEventListener(reloadFailed, wait);
    return () => window.removeEventListener(reloadFailed, wait);
  }, []);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = window.setTimeout(() => setWaiting(false), retryAfterMs);
    return () => window.clearTimeout(timer);
  }, [isWaiting]);
  return isWaiting;
}
