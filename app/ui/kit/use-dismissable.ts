import { type RefObject, useEffect, useRef } from "react";

/**
 * Closes an open menu by Escape, which leaves the focus on its button, by a press elsewhere, or when
 * the focus goes elsewhere.
 */
export function useDismissable(): RefObject<HTMLDetailsElement> {
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || !details.current?.open) return;
      details.current.open = false;
      details.current.querySelector("summary")?.focus();
    };
    const onElsewhere = ({ target }: Event) => {
      if (details.current && !details.current.contains(target as Node))
        details.current.open = false;
    };
    document.addEventListener("keydown", onKey);
    document.addEventListener("pointerdown", onElsewhere);
    document.addEventListener("focusin", onElsewhere);
    return () => {
      document.removeEventListener("keydown", onKey);
      document.removeEventListener("pointerdown", onElsewhere);
      document.removeEventListener("focusin", onElsewhere);
    };
  }, []);
  return details;
}
