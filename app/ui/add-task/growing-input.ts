import type { FormEvent, KeyboardEvent } from "react";

/** Props of a text area that sends its form on Enter, breaks the line on Shift+Enter, and grows with its text. */
export const growingInput = {
  onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.key !== "Enter" || event.shiftKey || choosesWord(event.nativeEvent)) return;
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

/** While an input method composes. Safari ends that before Enter arrives, and says so by this code alone. */
function choosesWord({ isComposing, keyCode }: globalThis.KeyboardEvent): boolean {
  return isComposing || keyCode === 229;
}
