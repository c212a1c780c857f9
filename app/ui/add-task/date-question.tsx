import { Link } from "@remix-run/react";
import { ButtonForm } from "#app/ui/shell/page-form.tsx";
import { NotUnderstoodWords } from "#app/ui/tasks/date/chips.tsx";
import { focusInput } from "./focus-input.ts";

export interface UndatedTask {
  id: string;
  title: string;
  notUnderstood: { words: string; hasPassed: boolean } | null;
  unreadRepetition: string | null;
  choices: { label: string; date: string; time: string }[];
}

/**
 * Asks above the input for the date of the task that was just added. The next one can be typed at
 * once, and then the question goes away.
 */
export function DateQuestion({ task }: { task: UndatedTask | null | undefined }) {
  return <div aria-live="polite">{task && <Question key={task.id} {...task} />}</div>;
}

function Question({ id, title, notUnderstood, unreadRepetition, choices }: UndatedTask) {
  const unread = unreadRepetition ? { words: unreadRepetition, hasPassed: false } : notUnderstood;
  return (
    <div className="date-question" role="group" aria-label={`When is “${title}” due?`}>
      <p>
        {unread && (
          <>
            <NotUnderstoodWords {...unread} />{" "}
          </>
        )}
        When is “<bdi>{title}</bdi>” due?
      </p>
      <div className="date-question-choices">
        {choices.map(({ label, date, time }) => (
          <ButtonForm key={label} action={`/tasks/${id}/date`}>
            <input type="hidden" name="date" value={date} />
            <input type="hidden" name="time" value={time} />
            <input type="hidden" name="anyTime" value="on" />
            <input type="hidden" name="seenDue" value="" />
            <button type="submit" className="choice-chip" onClick={focusInput}>
              <span>{label}</span>
            </button>
          </ButtonForm>
        ))}
        <Link to={`/tasks/${id}/date`} className="choice-chip" preventScrollReset>
          <span>Pick…</span>
        </Link>
        <Link
          to="/dashboard"
          className="choice-chip"
          replace
          preventScrollReset
          onClick={focusInput}
        >
          <span>No date</span>
        </Link>
      </div>
    </div>
  );
}
