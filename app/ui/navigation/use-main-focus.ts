import { useNavigation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { useInBrowser } from "#app/ui/kit/use-in-browser.ts";
import { pageHeading } from "./page-heading.ts";

/**
 * After a page change, moves the keyboard focus to the new page's heading, unless something in it
 * has taken the focus.
 */
export function useMainFocus(): void {
  const isIdle = useNavigation().state === "idle";
  // A page that replaces another one has arrived; one that its document brought has always been.
  const isReplacement = useInBrowser(() => true, false);
  const wasIdle = useRef(!isReplacement);
  useEffect(() => {
    const hasArrived = isIdle && !wasIdle.current;
    wasIdle.current = isIdle;
    if (!hasArrived) return;
    // A closing dialog returns the focus first.
    const timer = window.setTimeout(() => {
      if (document.activeElement !== document.body) return;
      pageHeading()?.focus({ preventScroll: true });
    });
    return () => window.clearTimeout(timer);
  }, [isIdle]);
}
