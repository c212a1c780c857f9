import { useEffect } from "react";

/**
 * Scrolls a row that scrolls sideways until all of what has the focus shows. Chromium is content if a
 * part of it does.
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
