import { useRotatingHint } from "#app/client/use-rotating-hint.ts";
import { textLength } from "#app/domain/core/limits.ts";

export function RequestInput({ text, hasError }: { text: string; hasError: boolean }) {
  const hint = useRotatingHint();
  return (
    <>
      <label className="sr-only" htmlFor="add-task-text">
        What do you need?
      </label>
      <input
        id="add-task-text"
        type="text"
        name="text"
        className="add-task-input"
        defaultValue={text}
        placeholder={hint}
        maxLength={textLength.request}
        enterKeyHint="send"
        dir="auto"
        required
        aria-invalid={hasError || undefined}
        aria-describedby={hasError ? "add-task-error" : undefined}
      />
    </>
  );
}
