import { type FormEvent, type KeyboardEvent, useEffect, useState } from "react";
import { textLength } from "#app/domain/core/limits.ts";
import { useInBrowser } from "#app/ui/kit/use-in-browser.ts";

export const hints = [
  "Pick up Emma at 3 tomorrow",
  "Order groceries",
  "Dentist for Ben next Thursday at 10:30",
  "Call grandma on Sunday evening",
];

const inputId = "add-task-text";

/**
 * The props of a text area that sends its form on Enter, breaks the line on Shift+Enter, and grows
 * with its text.
 */
const growingInput = {
  onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.key !== "Enter" || event.shiftKey || choosesWord(event.nativeEvent)) return;
    event.preventDefault();
    event.currentTarget.form?.requestSubmit();
  },
  /** Where the browser supports `field-sizing`, styles do this. */
  onInput({ currentTarget: input }: FormEvent<HTMLTextAreaElement>) {
    if (CSS.supports("field-sizing", "content")) return;
    input.style.height = "auto";
    input.style.height = `${input.scrollHeight}px`;
  },
};

export function RequestInput({ text, hasError }: { text: string; hasError: boolean }) {
  const hint = useRotatingHint();
  // Without JavaScript, Enter breaks the line.
  const enterKeyHint = useInBrowser(() => "send" as const, undefined);
  return (
    <>
      <label className="sr-only" htmlFor={inputId}>
        What do you need?
      </label>
      <textarea
        id={inputId}
        name="text"
        rows={1}
        className="add-task-input"
        defaultValue={text}
        placeholder={hint}
        maxLength={textLength.request}
        enterKeyHint={enterKeyHint}
        {...growingInput}
        dir="auto"
        required
        aria-invalid={hasError || undefined}
        aria-describedby={hasError ? "add-task-error" : undefined}
      />
    </>
  );
}

/**
 * True while an input method composes. Safari ends the composition before Enter arrives, and shows
 * it by this code only.
 */
function choosesWord({ isComposing, keyCode }: globalThis.KeyboardEvent): boolean {
  return isComposing || keyCode === 229;
}

const hintMs = 4_000;

/**
 * Changes the hint every 4 s (specification, section 9), unless the user prefers reduced motion.
 * What moves must end (WCAG 2.2.2), so it stops after one round, or once the field has the focus.
 */
function useRotatingHint(): string {
  const [shown, setShown] = useState(0);
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    if (isOver || window.matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const timer = window.setTimeout(() => {
      if (document.activeElement?.id === inputId) return setOver(true);
      const next = (shown + 1) % hints.length;
      setShown(next);
      setOver(next === 0);
    }, hintMs);
    return () => window.clearTimeout(timer);
  }, [isOver, shown]);
  return hints[shown] ?? "";
}
