import { useNavigation } from "@remix-run/react";
import { useEffect, useRef } from "react";

const delayMs = 150;

export function useBusyLink(): void {
  const isLoading = useNavigation().state !== "idle";
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
    if (!isLoading || !link) return;
    pressed.current = null;
    const timer = window.setTimeout(() => link.setAttribute("aria-busy", "true"), delayMs);
    return () => {
      window.clearTimeout(timer);
      link.removeAttribute("aria-busy");
    };
  }, [isLoading]);
}
