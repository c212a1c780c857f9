import { useEffect, useRef, useState } from "react";
import { canNotify } from "./notify.ts";

/**
 * The household's latest revision according to the server. Hidden tabs stop listening, unless they may notify of due
 * reminders.
 * @param shown null to not listen
 */
export function useAnnouncedRevision(shown: number | null): number {
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
