import { type FormEvent, useEffect, useRef } from "react";

/** A card loses the focus when the pressed chip disappears or its card moves to another category: its title gets it. */
export function useChipFocus(): (event: FormEvent) => void {
  const titleId = useRef<string | null>(null);
  useEffect(() => {
    const focused = document.activeElement;
    if (titleId.current === null || focused?.matches(".choice-chip")) return;
    if (focused === document.body) document.getElementById(titleId.current)?.querySelector("a")?.focus();
    titleId.current = null;
  });
  return (event) => {
    const { submitter } = event.nativeEvent as SubmitEvent;
    if (submitter?.matches(".choice-chip")) titleId.current = submitter.getAttribute("aria-describedby");
  };
}
