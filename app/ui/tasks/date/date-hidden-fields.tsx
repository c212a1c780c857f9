export interface DateHiddenFieldsProps {
  /** "calendar" adds the task there next, "overdue" goes on to the next overdue task; or empty. */
  then: string;
  isDeleted: boolean;
  /** The task as the page shows it: what somebody else changes meanwhile is said first. */
  seen: SeenTask;
}

/** @property due wall clock, empty without a date */
export interface SeenTask {
  due: string;
  isCompleted: boolean;
}

export function DateHiddenFields({ then, isDeleted, seen }: DateHiddenFieldsProps) {
  return (
    <>
      <input type="hidden" name="seenDue" value={seen.due} />
      {seen.isCompleted && <input type="hidden" name="seenDone" value="on" />}
      {then && <input type="hidden" name="then" value={then} />}
      {isDeleted && <input type="hidden" name="bringBack" value="on" />}
    </>
  );
}
