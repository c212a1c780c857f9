import { useNavigation } from "@remix-run/react";
import { useEffect, useRef } from "react";

/**
 * After a page change, moves the keyboard focus into the new page, unless something in it has taken
 * the focus.
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
      if (document.activeElement === document.body)
        document.getElementById("main")?.focus({ preventScroll: true });
    });
    return () => window.clearTimeout(timer);
  }, [isIdle]);
}
