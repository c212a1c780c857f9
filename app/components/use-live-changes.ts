import { useRevalidator } from "@remix-run/react";
import { useEffect, useRef } from "react";

/**
 * Loads the page's data anew when somebody else in the household has changed something; what is being typed stays. A tab
 * that nobody sees does not listen, and catches up when it is looked at again.
 * @param revision the household's, as the page shows it
 */
export function useLiveChanges(revision: number): void {
  const { revalidate } = useRevalidator();
  const shown = useRef(revision);
  useEffect(() => void (shown.current = revision), [revision]);

  useEffect(() => {
    let source: EventSource | null = null;
    const look = () => {
      if (document.hidden) {
        source?.close();
        source = null;
      } else if (!source) {
        source = new EventSource(`/events?revision=${shown.current}`);
        // The page's own changes are shown already.
        source.addEventListener("message", ({ data }) => Number(data) > shown.current && revalidate());
      }
    };
    look();
    document.addEventListener("visibilitychange", look);
    return () => {
      document.removeEventListener("visibilitychange", look);
      source?.close();
    };
  }, [revalidate]);
}
