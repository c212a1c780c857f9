import { type RefObject, useEffect } from "react";

/**
 * How much of the screen's bottom a phone's keyboard covers, as `--keyboard-inset`: Safari lays it over the page, and
 * what stands at the bottom would be behind it.
 */
export function useKeyboardInset(target: RefObject<HTMLElement>): void {
  useEffect(() => {
    const view = window.visualViewport;
    if (!view) return;
    const measure = () => {
      const isZoomed = view.scale > 1.01;
      const covered = isZoomed ? 0 : Math.max(0, window.innerHeight - view.height - view.offsetTop);
      target.current?.style.setProperty("--keyboard-inset", `${covered}px`);
    };
    view.addEventListener("resize", measure);
    view.addEventListener("scroll", measure);
    return () => {
      view.removeEventListener("resize", measure);
      view.removeEventListener("scroll", measure);
    };
  }, [target]);
}
