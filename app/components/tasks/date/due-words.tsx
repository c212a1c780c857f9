import { ButtonForm } from "#app/components/ui/page-form.tsx";
import { CrossIcon } from "../card/task-icons.tsx";

/** The words that made a new card's date; pressed, they are none: they return to the title. */
export function DueWords({ taskId, words }: { taskId: string; words: string }) {
  return (
    <button
      type="submit"
      className="due-words"
      formAction={`/tasks/${taskId}/take-back`}
      title="Not a date?"
      aria-label={`Take back “${words}”`}
      aria-describedby={`task-${taskId}`}
    >
      <mark dir="auto">{words}</mark>
      <CrossIcon />
    </button>
  );
}

/** Takes the date back on the page where it is chosen, as long as it is the one that was read. */
export function DueWordsNote({ taskId, words }: { taskId: string; words: string }) {
  return (
    <ButtonForm className="due-words-note mb-4" action={`/tasks/${taskId}/take-back`}>
      <span>
        I took the date from <mark dir="auto">{words}</mark>.
      </span>
      <button type="submit" className="text-link">
        Not a date?
      </button>
    </ButtonForm>
  );
}
