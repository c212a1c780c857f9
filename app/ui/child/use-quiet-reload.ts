import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";

const everyMs = 60_000;

/** Loads the page again each minute while somebody may look at it: a tablet hangs there for days. */
export function useQuietReload({ isOn }: { isOn: boolean }): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!isOn) return;
    const look = () => {
      if (!document.hidden) revalidate();
    };
    const timer = window.setInterval(look, everyMs);
    document.addEventListener("visibilitychange", look);
    return () => {
      window.clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [revalidate, isOn]);
}
