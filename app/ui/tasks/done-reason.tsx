export const doneReason =
  "This task is already done. Reopen it to ask someone or to add it to a calendar.";

/** On the list of tasks, and on a task's own page, which may open over the list. */
type ReasonId = "done-reason" | "page-done-reason";

/** For buttons that completed tasks cannot use. They can be pressed, and the answer is the reason. */
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
