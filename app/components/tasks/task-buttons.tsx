import {
  AlarmClock,
  CalendarDays,
  CalendarPlus,
  Check,
  Pencil,
  Repeat,
  RotateCcw,
  SkipForward,
  Trash2,
  UserRoundPlus,
} from "lucide-react";
import { ButtonForm, PageLink, useButtonForms } from "../ui/page-form.tsx";

interface TaskButtonsProps {
  id: string;
  isCompleted: boolean;
  isRepeating: boolean;
  snoozeId: string | null;
}

/** A reminder leads here, so completing and snoozing come first. */
export function TaskButtons({ id, isCompleted, isRepeating, snoozeId }: TaskButtonsProps) {
  const page = `/tasks/${id}`;
  const { sending } = useButtonForms();
  const change = isCompleted ? "reopen" : "complete";
  return (
    <div className="task-buttons">
      <div>
        <ButtonForm action={`${page}/${change}`}>
          <input type="hidden" name="redirectTo" value={page} />
          <button
            type="submit"
            className={isCompleted ? "button-secondary" : "button-primary"}
            disabled={Boolean(sending)}
            aria-busy={sending === `${page}/${change}` || undefined}
          >
            {isCompleted ? (
              <RotateCcw className="icon" aria-hidden="true" />
            ) : (
              <Check className="icon" aria-hidden="true" />
            )}
            {isCompleted ? "Reopen" : "Done"}
          </button>
        </ButtonForm>
        {snoozeId && (
          <ButtonForm action={`${page}/reminders/${snoozeId}/snooze`}>
            <input type="hidden" name="minutes" value="60" />
            <input type="hidden" name="redirectTo" value={page} />
            <button type="submit" className="button-secondary" disabled={Boolean(sending)}>
              <AlarmClock className="icon" aria-hidden="true" />
              Snooze 1 hour
            </button>
          </ButtonForm>
        )}
      </div>
      <div>
        <PageLink className="button-secondary" to={`${page}/date`}>
          <CalendarDays className="icon" aria-hidden="true" />
          Date
        </PageLink>
        {!isCompleted && (
          <PageLink className="button-secondary" to={`${page}/repeat`}>
            <Repeat className="icon" aria-hidden="true" />
            Repeat
          </PageLink>
        )}
        <ButtonForm action={`${page}/calendar`}>
          <button type="submit" className="button-secondary" disabled={Boolean(sending)}>
            <CalendarPlus className="icon" aria-hidden="true" />
            Add to calendar
          </button>
        </ButtonForm>
        {!isCompleted && (
          <PageLink className="button-secondary" to={`${page}/delegate`}>
            <UserRoundPlus className="icon" aria-hidden="true" />
            Delegate
          </PageLink>
        )}
        <PageLink className="button-secondary" to={`${page}/edit`}>
          <Pencil className="icon" aria-hidden="true" />
          Edit
        </PageLink>
        {isRepeating && (
          <ButtonForm action={`${page}/skip`}>
            <button type="submit" className="button-secondary" disabled={Boolean(sending)}>
              <SkipForward className="icon" aria-hidden="true" />
              Skip this time
            </button>
          </ButtonForm>
        )}
        {(isRepeating ? deletions : plainDeletion).map(([scope, label]) => (
          <ButtonForm key={scope} action={`${page}/delete`}>
            <input type="hidden" name="scope" value={scope} />
            <button type="submit" className="button-secondary" disabled={Boolean(sending)}>
              <Trash2 className="icon" aria-hidden="true" />
              {label}
            </button>
          </ButtonForm>
        ))}
      </div>
    </div>
  );
}

const plainDeletion = [["all", "Delete"]] as const;
const deletions = [
  ["one", "Delete only this one"],
  ["all", "Delete the whole series"],
] as const;
