export const doneReason =
  "This task is already done. Reopen it to ask someone or to add it to a calendar.";

/** One is on the list of tasks, the other on a task's own page, which may open over the list. */
type ReasonId = "done-reason" | "page-done-reason";

/** Explains why completed tasks cannot use a button, which can still be pressed. */
export function DoneReason({ id }: { id: ReasonId }) {
  return (
    <p id={id} className="hidden">
      {doneReason}
    </p>
  );
}

export function offWhenDone(isCompleted: boolean, reasonId: ReasonId, titleId = "") {
  const describedBy = isCompleted ? `${titleId} ${reasonId}`.trim() : titleId;
  return {
    "aria-disabled": isCompleted || undefined,
    "aria-describedby": describedBy || undefined,
  };
}
