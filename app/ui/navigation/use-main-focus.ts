import { useNavigation } from "@remix-run/react";
import { useEffect, useRef } from "react";

/**
 * After a page change, moves the keyboard focus to the new page's heading, unless something in it
 * has taken the focus.
 */
export function useMainFocus(): void {
  const isIdle = useNavigation().state === "idle";
  const wasIdle = useRef(true);
  useEffect(() => {
    const hasArrived = isIdle && !wasIdle.current;
    wasIdle.current = isIdle;
    if (!hasArrived) return;
    // A closing dialog returns the focus first.
    const timer = window.setTimeout(() => {
      if (document.activeElement !== document.body) return;
      const heading =
        document.querySelector<HTMLElement>("#main h1") ?? document.getElementById("main");
      if (!heading) return;
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
    });
    return () => window.clearTimeout(timer);
  }, [isIdle]);
}
