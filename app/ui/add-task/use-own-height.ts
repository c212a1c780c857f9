import { type RefObject, useEffect } from "react";

/** Tells the styles how high an element is, for as long as it is there. */
export function useOwnHeight(element: RefObject<HTMLElement>, name: `--${string}`): void {
  useEffect(() => {
    const { current } = element;
    if (!current) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => style.setProperty(name, `${current.offsetHeight}px`));
    observer.observe(current);
    return () => {
      observer.disconnect();
      style.removeProperty(name);
    };
  }, [element, name]);
}
