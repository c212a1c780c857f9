import type { FormEventHandler } from "react";
import { PageForm } from "./page-form.tsx";
import { CrossIcon } from "./task-icons.tsx";

interface DueWordsProps {
  taskId: string;
  words: string;
  onSubmit: FormEventHandler<HTMLFormElement>;
}

/** The words that made a new card's date; pressed, they are none: they return to the title. */
export function DueWords({ taskId, words, onSubmit }: DueWordsProps) {
  return (
    <form method="post" action={`/tasks/${taskId}/take-back`} onSubmit={onSubmit}>
      <button
        type="submit"
        className="due-words"
        title="Not a date?"
        aria-label={`Take back “${words}”`}
        aria-describedby={`task-${taskId}`}
      >
        <mark dir="auto">{words}</mark>
        <CrossIcon />
      </button>
    </form>
  );
}

/** The same where the date is chosen, as long as it is the one that was read. */
export function DueWordsNote({ taskId, words }: { taskId: string; words: string }) {
  return (
    <PageForm className="due-words-note mb-4" action={`/tasks/${taskId}/take-back`}>
      <span>
        I took the date from <mark dir="auto">{words}</mark>.
      </span>
      <button type="submit" className="text-link">
        Not a date?
      </button>
    </PageForm>
  );
}
