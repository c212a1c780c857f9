import { type MouseEvent, useEffect, useRef } from "react";

/** Selects buttons that disappear with the change they make. */
const fleeting = ".choice-chip, .due-words, .toast-offer, .child-question button, .chip[name]";

/** Focuses the task's title when a focused button disappears after a press. */
export function useTitleFocus(): (event: MouseEvent) => void {
  const pressed = useRef<{ button: HTMLElement; titleId: string | null } | null>(null);
  useEffect(() => {
    if (!pressed.current) return;
    const { button, titleId } = pressed.current;
    const focused = document.activeElement;
    if (button.isConnected && isNear(button, focused)) return;
    pressed.current = null;
    if (titleId && focused === document.body)
      document.getElementById(titleId)?.querySelector("a")?.focus();
  });
  return (event) => {
    const button = (event.target as Element).closest<HTMLElement>(fleeting);
    if (button) pressed.current = { button, titleId: titleIdOf(button) };
  };
}

function titleIdOf(button: HTMLElement): string | null {
  return (
    button.closest("li")?.querySelector(".task-title")?.id ??
    button.getAttribute("aria-describedby")
  );
}

function isNear(button: HTMLElement, focused: Element | null): boolean {
  return button.closest("li, .toast")?.contains(focused) ?? false;
}
