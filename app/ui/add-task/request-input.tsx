import { growingInput } from "#app/ui/add-task/growing-input.ts";
import { useRotatingHint } from "#app/ui/add-task/use-rotating-hint.ts";
import { textLength } from "#app/domain/core/limits.ts";

export function RequestInput({ text, hasError }: { text: string; hasError: boolean }) {
  const hint = useRotatingHint();
  return (
    <>
      <label className="sr-only" htmlFor="add-task-text">
        What do you need?
      </label>
      <textarea
        id="add-task-text"
        name="text"
        rows={1}
        className="add-task-input"
        defaultValue={text}
        placeholder={hint}
        maxLength={textLength.request}
        enterKeyHint="send"
        {...growingInput}
        dir="auto"
        required
        aria-invalid={hasError || undefined}
        aria-describedby={hasError ? "add-task-error" : undefined}
      />
    </>
  );
}
