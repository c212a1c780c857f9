import { useNavigation } from "@remix-run/react";
import { useEffect, useRef } from "react";

/** After a page change, the keyboard goes on in the new page. What took the focus by itself keeps it. */
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
