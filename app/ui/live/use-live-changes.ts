import {
  useFetchers,
  useLocation,
  useNavigation,
  useRevalidator,
  useRouteLoaderData,
} from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { reloadFrame } from "../navigation/should-revalidate.ts";
import { hasActionData } from "../remix-internals.ts";
import { useInBrowser } from "../kit/use-in-browser.ts";
import { canNotify } from "./notify.ts";
import { reloadFailed } from "./background-reload.ts";

let isLoadingChanges = false;

/** Returns true once after each reload that somebody else's change caused. */
export function takeLiveReload(): boolean {
  const wasLoading = isLoadingChanges;
  isLoadingChanges = false;
  return wasLoading;
}

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
  const dayOver = useDayOver();
  const isBehind = revision !== null && (announced > revision || dayOver > 0);

  // A save reloads the page itself. Reloading during it would discard its redirect and toast.
  useEffect(() => {
    if (!isBehind || !isIdle || isSending || isAnswered || isWaiting) return;
    if (isFrameOnly) reloadFrame(revalidate);
    else {
      isLoadingChanges = true;
      revalidate();
    }
    // `announced` and `revision` load the next change, `dayOver` the next day, and `key` what an
    // open dialog held back.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isBehind, announced, revision, dayOver, isIdle, isSending, isAnswered, isWaiting, key]);
}

const lookEveryMs = 15_000;

/**
 * Returns 0 while the page shows the present day. Afterwards the number grows until the next day is
 * loaded: a phone may wake in the morning before its network does.
 */
function useDayOver(): number {
  const endsAt = useRouteLoaderData<{ dayEndsAt: string | null }>("root")?.dayEndsAt;
  const [seen, setSeen] = useState({ endsAt, times: 0 });

  useEffect(() => {
    if (!endsAt) return;
    const look = () => {
      if (document.hidden || Date.now() < Date.parse(endsAt)) return;
      setSeen((before) => ({ endsAt, times: before.endsAt === endsAt ? before.times + 1 : 1 }));
    };
    const timer = window.setInterval(look, lookEveryMs);
    document.addEventListener("visibilitychange", look);
    return () => {
      window.clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [endsAt]);
  return seen.endsAt === endsAt ? seen.times : 0;
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
