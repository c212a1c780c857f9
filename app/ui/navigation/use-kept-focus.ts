import { type FocusEvent, useEffect, useRef } from "react";
import { twinOf } from "#app/ui/kit/twin-of.ts";

/** Keeps the focus on a card that moves to another list, for example because its date changed. */
export function useKeptFocus() {
  const focused = useRef<Element | null>(null);
  useEffect(() => {
    const lost = focused.current;
    if (!lost || lost.isConnected || document.activeElement !== document.body) return;
    focused.current = null;
    twinOf(lost)?.focus({ preventScroll: true });
  });
  return {
    onFocus: ({ target }: FocusEvent) => {
      focused.current = target;
    },
    onBlur: ({ target }: FocusEvent) => {
      // A card that moves is removed first.
      queueMicrotask(() => {
        if (target.isConnected && focused.current === target) focused.current = null;
      });
    },
  };
}
