import { CalendarPlusIcon, DelegateIcon, TrashIcon } from "../task-icons.tsx";

interface CardActionsProps {
  id: string;
  titleId: string;
  isCompleted: boolean;
  sending?: string;
}

export function CardActions({ id, titleId, isCompleted, sending }: CardActionsProps) {
  const page = `/tasks/${id}`;
  return (
    <div className="task-actions">
      {!isCompleted && (
        <>
          <a
            className="task-button"
            href={`${page}/delegate`}
            aria-label="Delegate"
            aria-describedby={titleId}
            title="Delegate"
          >
            <DelegateIcon />
          </a>
          <button
            type="submit"
            className="task-button"
            formAction={`${page}/calendar`}
            aria-label="Add to calendar"
            aria-describedby={titleId}
            aria-busy={sending === "calendar" || undefined}
            title="Add to calendar"
          >
            <CalendarPlusIcon />
          </button>
        </>
      )}
      <button
        type="submit"
        className="task-button"
        formAction={`${page}/delete`}
        aria-label="Delete task"
        aria-describedby={titleId}
        title="Delete task"
      >
        <TrashIcon />
      </button>
    </div>
  );
}
