import { useEffect } from "react";

/**
 * In a row that scrolls sideways, scrolls the focused element fully into view. Chromium leaves it
 * where it is if part of it shows.
 */
export function useFocusInStrips(): void {
  useEffect(() => {
    const onFocus = ({ target }: FocusEvent) => {
      if (target instanceof Element && isInStrip(target))
        target.scrollIntoView({ block: "nearest", inline: "nearest" });
    };
    document.addEventListener("focusin", onFocus);
    return () => document.removeEventListener("focusin", onFocus);
  }, []);
}

function isInStrip(element: Element): boolean {
  for (let box = element.parentElement; box && box !== document.body; box = box.parentElement) {
    const isWider = box.scrollWidth > box.clientWidth;
    if (isWider && /auto|scroll/.test(getComputedStyle(box).overflowX)) return true;
  }
  return false;
}
