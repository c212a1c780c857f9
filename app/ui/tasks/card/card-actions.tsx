import { Icon } from "#app/ui/icons/icon.tsx";
import { offWhenDone } from "../done-reason.tsx";

interface CardActionsProps {
  id: string;
  titleId: string;
  isCompleted: boolean;
  isRepeating: boolean;
  sending?: string;
}

export function CardActions({ id, titleId, isCompleted, isRepeating, sending }: CardActionsProps) {
  const page = `/tasks/${id}`;
  return (
    <details className="card-menu task-actions">
      <summary
        className="task-button"
        aria-label="More"
        aria-describedby={titleId}
        aria-busy={sending === "calendar" || undefined}
        title="More"
      >
        <Icon name="ellipsis" />
      </summary>
      <div className="card-menu-panel">
        <a
          className="menu-item"
          href={`${page}/delegate`}
          {...offWhenDone(isCompleted, "done-reason", titleId)}
        >
          <Icon name="user-round-plus" />
          Delegate
        </a>
        <button
          type="submit"
          className="menu-item"
          formAction={`${page}/calendar`}
          {...offWhenDone(isCompleted, "done-reason", titleId)}
        >
          <Icon name="calendar-plus" />
          Add to calendar
        </button>
        {isRepeating ? (
          <>
            <button
              type="submit"
              className="menu-item"
              formAction={`${page}/skip`}
              aria-describedby={titleId}
            >
              <Icon name="skip-forward" />
              Skip this time
            </button>
            {deletions.map(([scope, label]) => (
              <button
                key={scope}
                type="submit"
                className="menu-item"
                formAction={`${page}/delete`}
                name="scope"
                value={scope}
                aria-describedby={titleId}
              >
                <Icon name="trash" />
                {label}
              </button>
            ))}
          </>
        ) : (
          <button
            type="submit"
            className="menu-item"
            formAction={`${page}/delete`}
            aria-describedby={titleId}
          >
            <Icon name="trash" />
            Delete task
          </button>
        )}
      </div>
    </details>
  );
}

const deletions = [
  ["one", "Delete only this one"],
  ["all", "Delete the whole series"],
] as const;
