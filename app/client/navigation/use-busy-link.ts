import { useNavigation } from "@remix-run/react";
import { useEffect, useRef } from "react";

const noticedAfterMs = 150;

/** Marks the link that was pressed, when what it leads to keeps somebody waiting: `aria-busy`, until it is there. */
export function useBusyLink(): void {
  const isWaiting = useNavigation().state !== "idle";
  const pressed = useRef<Element | null>(null);

  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      pressed.current = (event.target as Element).closest("a");
    };
    document.addEventListener("click", onClick, { capture: true });
    return () => document.removeEventListener("click", onClick, { capture: true });
  }, []);

  useEffect(() => {
    const link = pressed.current;
    if (!isWaiting || !link) return;
    pressed.current = null;
    const timer = window.setTimeout(() => link.setAttribute("aria-busy", "true"), noticedAfterMs);
    return () => {
      window.clearTimeout(timer);
      link.removeAttribute("aria-busy");
    };
  }, [isWaiting]);
}
