import { useEffect, useSyncExternalStore } from "react";

let openId: string | null = null;
const listeners = new Set<() => void>();

/** Opens the menu of one card, and closes that of any other. Null closes it. */
export function openMenu(taskId: string | null): void {
  openId = taskId;
  for (const notify of listeners) notify();
}

/** Stays true for a card that moves to another list. */
export function useIsMenuOpen(taskId: string): boolean {
  return useSyncExternalStore(
    subscribe,
    () => openId === taskId,
    () => false,
  );
}

function subscribe(notify: () => void) {
  listeners.add(notify);
  return () => void listeners.delete(notify);
}

/** Closes the open menu on Escape, and when the pointer or the focus goes elsewhere. */
export function useClosingMenu(): void {
  useEffect(() => {
    const onKey = ({ key }: KeyboardEvent) => {
      if (key !== "Escape") return;
      const opener = openMore();
      if (opener?.closest("li")?.contains(document.activeElement)) opener.focus();
      openMenu(null);
    };
    const onLeave = ({ type, target }: Event) => {
      const opener = openMore();
      if (!opener || target === opener) return;
      const isInside = (target as Element).closest(".card-menu-panel") !== null;
      // A press beside the menu's own buttons leaves the focus on the page.
      if (!isInside && (type === "pointerdown" || target !== document.body)) openMenu(null);
    };
    document.addEventListener("keydown", onKey);
    document.addEventListener("pointerdown", onLeave);
    document.addEventListener("focusin", onLeave);
    return () => {
      document.removeEventListener("keydown", onKey);
      document.removeEventListener("pointerdown", onLeave);
      document.removeEventListener("focusin", onLeave);
      openMenu(null);
    };
  }, []);
}

const openMore = () => document.querySelector<HTMLElement>(".more[aria-expanded]");
