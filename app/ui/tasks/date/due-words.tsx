import { ButtonForm } from "#app/ui/shell/page-form.tsx";
import { Icon } from "#app/ui/icons/icon.tsx";

interface DueWordsProps {
  taskId: string;
  words: string;
  /** Describes the repetition, if the task repeats. */
  repeats: string | undefined;
}

/** Clears the date and returns the words to the title. */
export function DueWords({ taskId, words, repeats }: DueWordsProps) {
  return (
    <button
      type="submit"
      className="due-words"
      formAction={`/tasks/${taskId}/clear-date`}
      title="Not a date?"
      aria-label={`“${repeats ?? words}” is not a date`}
      aria-describedby={`task-${taskId}`}
    >
      <mark dir="auto">{repeats ?? words}</mark>
      <Icon name="x" />
    </button>
  );
}

export function DueWordsNote({ taskId, words }: { taskId: string; words: string }) {
  return (
    <ButtonForm className="due-words-note mb-4" action={`/tasks/${taskId}/clear-date`}>
      <span>
        I got the date from <mark dir="auto">{words}</mark>.
      </span>
      <button type="submit" className="text-link">
        Not a date?
      </button>
    </ButtonForm>
  );
}
