import { type RefObject, useEffect } from "react";

/** Sets `--keyboard-inset` because Safari lays a phone's keyboard over the bottom of the page. */
export function useKeyboardInset(target: RefObject<HTMLElement>): void {
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return;
    const measure = () => {
      const isZoomed = viewport.scale > 1.01;
      const covered = isZoomed
        ? 0
        : Math.max(0, window.innerHeight - viewport.height - viewport.offsetTop);
      target.current?.style.setProperty("--keyboard-inset", `${covered}px`);
    };
    viewport.addEventListener("resize", measure);
    viewport.addEventListener("scroll", measure);
    return () => {
      viewport.removeEventListener("resize", measure);
      viewport.removeEventListener("scroll", measure);
    };
  }, [target]);
}
