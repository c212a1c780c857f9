import { useFetchers, useLocation, useNavigation, useRevalidator } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { reloadFailed } from "./background-reload.ts";
import { useInBrowser } from "../use-in-browser.ts";

const tryAgainMs = 5_000;

/**
 * Loads the page's data anew when somebody else in the household has changed something; what is being typed stays. A tab
 * that nobody sees does not listen, and catches up when it is looked at again. What cannot be had is tried again.
 * @param revision the household's, as the page shows it
 */
export function useLiveChanges(revision: number): void {
  const { revalidate } = useRevalidator();
  const isIdle = useNavigation().state === "idle";
  const { key } = useLocation();
  const isSending = useFetchers().some(({ state }) => state !== "idle");
  // Loading would take it away: a note that somebody else has changed the task, say, and the next save would not heed it.
  const isAnswered = useInBrowser(() => Boolean(window.__remixRouter.state.actionData), false);
  const [announced, setAnnounced] = useState(revision);
  const [isWaiting, setWaiting] = useState(false);
  const shown = useRef(revision);
  useEffect(() => void (shown.current = revision), [revision]);

  // What is on its way loads the page anew itself, and loading in between would set its redirect and toast aside.
  useEffect(() => {
    if (announced > revision && isIdle && !isSending && !isAnswered && !isWaiting) revalidate();
    // At another place too: what waited behind a dialog comes once that is closed.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [announced, revision, isIdle, isSending, isAnswered, isWaiting, key, revalidate]);

  useEffect(() => {
    const wait = () => setWaiting(true);
    window.addEventListener(reloadFailed, wait);
    return () => window.removeEventListener(reloadFailed, wait);
  }, []);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = window.setTimeout(() => setWaiting(false), tryAgainMs);
    return () => window.clearTimeout(timer);
  }, [isWaiting]);

  useEffect(() => {
    let source: EventSource | null = null;
    const look = () => {
      if (document.hidden) {
        source?.close();
        source = null;
      } else if (!source) {
        source = new EventSource(`/events?revision=${shown.current}`);
        source.addEventListener("message", ({ data }) => setAnnounced(Number(data)));
      }
    };
    look();
    document.addEventListener("visibilitychange", look);
    return () => {
      document.removeEventListener("visibilitychange", look);
      source?.close();
    };
  }, []);
}
