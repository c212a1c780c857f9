import { useNavigation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { useInBrowser } from "#app/ui/kit/use-in-browser.ts";
import { pageHeading } from "#app/ui/kit/page-heading.ts";

/**
 * After a page change, moves the keyboard focus to the new page's heading, unless something in it
 * has taken the focus.
 */
export function useMainFocus(): void {
  const isIdle = useNavigation().state === "idle";
  // Mounted by a navigation, not by hydration.
  const isReplacement = useInBrowser(() => true, false);
  const wasIdle = useRef(!isReplacement);
  useEffect(() => {
    const hasArrived = isIdle && !wasIdle.current;
    wasIdle.current = isIdle;
    if (!hasArrived) return;
    // A closing dialog returns the focus first.
    const timer = window.setTimeout(() => {
      if (document.activeElement === document.body) pageHeading()?.focus({ preventScroll: true });
      // A form that was saved by keyboard may have left its button off the screen.
      const focused = document.querySelector(":focus-visible");
      if (focused?.closest("#main")) focused.scrollIntoView({ block: "nearest" });
    });
    return () => window.clearTimeout(timer);
  }, [isIdle]);
}
