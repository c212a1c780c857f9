import { BackLink } from "../shell/back-link.tsx";
import { FormPage } from "../shell/form-page.tsx";
import { ButtonForm, PageLink, useButtonForms } from "../shell/page-form.tsx";
import { Icon } from "../icons/icon.tsx";
import { Toasts } from "../live/toast.tsx";
import { DueTime, type ShownDue } from "./date/due-time.tsx";
import { whenBusy } from "#app/ui/kit/when-busy.ts";
import { SeenDue } from "../kit/hidden-fields.tsx";

interface Due extends ShownDue {
  local: string;
  isOverdue: boolean;
}

interface TaskAheadProps {
  id: string;
  title: string;
  due: Due | null;
  snoozeId: string | null;
  open: { id: string; due: Due | null } | null;
}

/** Shows the next occurrence of a repeating task while the previous one is still open. */
export function TaskAhead({ id, title, due, snoozeId, open }: TaskAheadProps) {
  const page = `/tasks/${id}`;
  const { sending, failure } = useButtonForms();
  return (
    <FormPage title={title} back={<BackLink to="/dashboard">All tasks</BackLink>}>
      <Toasts toast={failure} />
      {due && (
        <p className="font-semibold">
          <DueTime due={due} />
        </p>
      )}
      {open && (
        <p className="mt-2">
          An earlier one is still open
          {open.due && (
            <>
              {": "}
              <DueTime due={open.due} />
            </>
          )}
          .
        </p>
      )}
      <div className="task-buttons">
        <div>
          <ButtonForm action={`${page}/complete`}>
            <input type="hidden" name="redirectTo" value={page} />
            <SeenDue due={due} />
            <button type="submit" className="button-primary" {...whenBusy(Boolean(sending))}>
              <Icon name="check" />
              This one is done
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
        {open && (
          <div>
            <PageLink className="button-secondary" to={`/tasks/${open.id}`}>
              See the earlier one
            </PageLink>
          </div>
        )}
      </div>
    </FormPage>
  );
}
