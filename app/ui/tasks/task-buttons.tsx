import { SeenDue } from "../kit/hidden-fields.tsx";
import { DoneReason, offWhenDone } from "./done-reason.tsx";
import { Icon } from "../icons/icon.tsx";
import { whenBusy } from "#app/ui/kit/when-busy.ts";
import { ButtonForm, PageLink, useButtonForms } from "../shell/page-form.tsx";

interface DoneButtonsProps {
  id: string;
  due: { local: string } | null;
  isCompleted: boolean;
  snoozeId: string | null;
}

/** They come first, because reminders lead here, and a checklist may be long. */
export function DoneButtons({ id, due, isCompleted, snoozeId }: DoneButtonsProps) {
  const page = `/tasks/${id}`;
  const { sending } = useButtonForms();
  const change = isCompleted ? "reopen" : "complete";
  return (
    <div className="task-buttons">
      <div>
        <ButtonForm action={`${page}/${change}`}>
          <input type="hidden" name="redirectTo" value={page} />
          <SeenDue due={due} />
          <button
            type="submit"
            className={isCompleted ? "button-secondary" : "button-primary"}
            {...whenBusy(Boolean(sending))}
            aria-busy={sending === `${page}/${change}` || undefined}
          >
            {isCompleted ? <Icon name="rotate-ccw" /> : <Icon name="check" />}
            {isCompleted ? "Reopen" : "Done"}
          </button>
        </ButtonForm>
        {snoozeId && (
          <ButtonForm action={`${page}/reminders/${snoozeId}/snooze`}>
            <input type="hidden" name="minutes" value="60" />
            <input type="hidden" name="redirectTo" value={page} />
            <button type="submit" className="button-secondary" {...whenBusy(Boolean(sending))}>
              <Icon name="alarm-clock" />
              Snooze 1 hour
            </button>
          </ButtonForm>
        )}
      </div>
    </div>
  );
}

interface TaskButtonsProps {
  id: string;
  isCompleted: boolean;
  isRepeating: boolean;
}

export function TaskButtons({ id, isCompleted, isRepeating }: TaskButtonsProps) {
  const page = `/tasks/${id}`;
  const { sending } = useButtonForms();
  return (
    <div
      id="task-buttons"
      className="task-buttons"
      role="group"
      aria-label="More for this task"
      tabIndex={-1}
    >
      <div>
        <PageLink className="button-secondary" to={`${page}/date`}>
          <Icon name="calendar-days" />
          Date
        </PageLink>
        {!isCompleted && (
          <PageLink className="button-secondary" to={`${page}/who`}>
            <Icon name="user-round" />
            Who
          </PageLink>
        )}
        {!isCompleted && (
          <PageLink className="button-secondary" to={`${page}/repeat`}>
            <Icon name="repeat" />
            Repeat
          </PageLink>
        )}
        <PageLink className="button-secondary" to={`${page}/checklist`}>
          <Icon name="list-checks" />
          Checklist
        </PageLink>
        <DoneReason id="page-done-reason" />
        <ButtonForm action={`${page}/calendar`}>
          {isCompleted && <input type="hidden" name="redirectTo" value={page} />}
          <button
            type="submit"
            className="button-secondary"
            {...offWhenDone(isCompleted, "page-done-reason")}
            {...whenBusy(Boolean(sending))}
          >
            <Icon name="calendar-plus" />
            Add to calendar
          </button>
        </ButtonForm>
        <PageLink
          className="button-secondary"
          to={`${page}/delegate`}
          {...offWhenDone(isCompleted, "page-done-reason")}
        >
          <Icon name="user-round-plus" />
          Delegate
        </PageLink>
        <PageLink className="button-secondary" to={`${page}/edit`}>
          <Icon name="pencil" />
          Edit
        </PageLink>
        {!isCompleted && (
          <PageLink className="button-secondary" to={`${page}/list`}>
            <Icon name="list-checks" />
            Move to a list
          </PageLink>
        )}
        {isRepeating && (
          <ButtonForm action={`${page}/skip`}>
            <button type="submit" className="button-secondary" {...whenBusy(Boolean(sending))}>
              <Icon name="skip-forward" />
              Skip this time
            </button>
          </ButtonForm>
        )}
        {(isRepeating ? deletions : plainDeletion).map(([scope, label]) => (
          <ButtonForm key={label} action={`${page}/delete`}>
            {scope && <input type="hidden" name="scope" value={scope} />}
            <button type="submit" className="button-secondary" {...whenBusy(Boolean(sending))}>
              <Icon name="trash" />
              {label}
            </button>
          </ButtonForm>
        ))}
      </div>
    </div>
  );
}

const plainDeletion = [[null, "Delete task"]] as const;
const deletions = [
  ["one", "Delete only this one"],
  ["all", "Delete the whole series"],
] as const;
