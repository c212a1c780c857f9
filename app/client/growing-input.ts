import type { FormEvent, KeyboardEvent } from "react";

/** Props of a text area that sends its form on Enter, breaks the line on Shift+Enter, and grows with its text. */
export const growingInput = {
  onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    // While an input method composes, Enter chooses a word.
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.currentTarget.form?.requestSubmit();
  },
  /** Styles do this where `field-sizing` is known. */
  onInput({ currentTarget: input }: FormEvent<HTMLTextAreaElement>) {
    if (CSS.supports("field-sizing", "content")) return;
    input.style.height = "auto";
    input.style.height = `${input.scrollHeight}px`;
  },
};
