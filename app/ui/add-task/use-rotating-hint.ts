import { useEffect, useState } from "react";

export const hints = [
  "Pick up Emma at 3 tomorrow",
  "Order groceries",
  "Dentist for Ben next Thursday at 10:30",
  "Call grandma on Sunday evening",
];
const hintMs = 4_000;

/** Changes every 4 s (specification, section 9), unless the user prefers reduced motion. */
export function useRotatingHint(): string {
  const [shown, setShown] = useState(0);
  useEffect(() => {
    if (window.matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const timer = window.setInterval(
      () => setShown((before) => (before + 1) % hints.length),
      hintMs,
    );
    return () => window.clearInterval(timer);
  }, []);
  return hints[shown] ?? "";
}
