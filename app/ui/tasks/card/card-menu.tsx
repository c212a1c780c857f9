import { useEffect, useRef } from "react";
import { Icon } from "#app/ui/icons/icon.tsx";
import { offWhenDone } from "../done-reason.tsx";

interface CardMenuProps {
  id: string;
  isCompleted: boolean;
  isRepeating: boolean;
}

const deletions = [
  ["one", "Delete only this one"],
  ["all", "Delete the whole series"],
] as const;

/** The menu behind a card's More. Its buttons belong to the list's form. */
export function CardMenu({ id, isCompleted, isRepeating }: CardMenuProps) {
  const page = `/tasks/${id}`;
  const titleId = `task-${id}`;
  const press = { type: "submit", className: "menu-item", "aria-describedby": titleId } as const;
  const whenOpen = offWhenDone(isCompleted, "done-reason", titleId);
  const panel = useRef<HTMLDivElement>(null);
  // Its last entries can lie below the screen, or below a phone's input.
  useEffect(() => {
    void panel.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <div ref={panel} className="card-menu-panel">
      <a className="menu-item" href={`${page}/date`} aria-describedby={titleId}>
        <Icon name="calendar-days" />
        Date
      </a>
      {!isCompleted && (
        <a className="menu-item" href={`${page}/who`} aria-describedby={titleId}>
          <Icon name="user-round" />
          Who
        </a>
      )}
      {!isCompleted && (
        <a className="menu-item" href={`${page}/repeat`} aria-describedby={titleId}>
          <Icon name="repeat" />
          Repeat
        </a>
      )}
      <a className="menu-item" href={`${page}/edit`} aria-describedby={titleId}>
        <Icon name="pencil" />
        Edit
      </a>
      <a className="menu-item" href={`${page}/delegate`} {...whenOpen}>
        <Icon name="user-round-plus" />
        Delegate
      </a>
      <button {...press} formAction={`${page}/calendar`} {...whenOpen}>
        <Icon name="calendar-plus" />
        Add to calendar
      </button>
      <a className="menu-item" href={`${page}/list`} {...whenOpen}>
        <Icon name="list-checks" />
        Move to a list
      </a>
      {isRepeating ? (
        <>
          <button {...press} formAction={`${page}/skip`}>
            <Icon name="skip-forward" />
            Skip this time
          </button>
          {deletions.map(([scope, label]) => (
            <button key={scope} {...press} formAction={`${page}/delete`} name="scope" value={scope}>
              <Icon name="trash" />
              {label}
            </button>
          ))}
        </>
      ) : (
        <button {...press} formAction={`${page}/delete`}>
          <Icon name="trash" />
          Delete task
        </button>
      )}
    </div>
  );
}
