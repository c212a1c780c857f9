import { type FocusEvent, useEffect, useRef } from "react";
import { twinOf } from "#app/ui/kit/twin-of.ts";
import { pageHeading } from "#app/ui/kit/page-heading.ts";

/**
 * Keeps the focus on a card that moves to another list, for example because its date changed. If
 * somebody else deletes the card, the next one gets the focus, or the page's heading after the last.
 */
export function useKeptFocus() {
  const focused = useRef<Element | null>(null);
  const others = useRef<Element[]>([]);
  useEffect(() => {
    const lost = focused.current;
    if (!lost || lost.isConnected || document.activeElement !== document.body) return;
    focused.current = null;
    const next = others.current.find((card) => card.isConnected);
    const title = next?.querySelector<HTMLElement>(".task-title a");
    (twinOf(lost) ?? title ?? pageHeading())?.focus({ preventScroll: true });
  });
  return {
    onFocus: ({ target, currentTarget }: FocusEvent) => {
      focused.current = target;
      others.current = othersByNearness(target.closest(".task"), currentTarget);
    },
    onBlur: ({ target }: FocusEvent) => {
      // A card that moves is removed first.
      queueMicrotask(() => {
        if (target.isConnected && focused.current === target) focused.current = null;
      });
    },
  };
}

/** Returns the cards after this one, then those before it, the nearest first. */
function othersByNearness(card: Element | null, lists: Element): Element[] {
  if (!card) return [];
  const cards = [...lists.querySelectorAll(".task")];
  const at = cards.indexOf(card);
  return [...cards.slice(at + 1), ...cards.slice(0, at).toReversed()];
}
