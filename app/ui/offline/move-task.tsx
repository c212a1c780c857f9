import { useLocation, useNavigate } from "@remix-run/react";
import { type FormEvent, useCallback, useRef, useState } from "react";
import { useModal } from "#app/ui/kit/use-modal.ts";
import { keepChange } from "#app/ui/offline/kept-store.ts";
import { randomId } from "#app/ui/saving/random-id.ts";
import { couldNotSave } from "#app/ui/saving/client-action.ts";
import { useInBrowser } from "#app/ui/kit/use-in-browser.ts";
import { Field, fieldProps } from "#app/ui/kit/field.tsx";
import { lastDate } from "#app/domain/core/limits.ts";

interface MovedTask {
  id: string;
  title: string;
  due: { local: string; timeZone?: string } | null;
  repeats: { words: string; hasNext: boolean } | null;
}

/** The dialog for a task's date without a connection: /dashboard#move-ID. */
export function MoveTask({ tasks }: { tasks: readonly MovedTask[] }) {
  const { hash } = useLocation();
  const isReady = useInBrowser(() => true, false);
  const task = isReady && tasks.find(({ id }) => hash === `#move-${id}`);
  return task ? <MoveDialog key={task.id} task={task} /> : null;
}

function MoveDialog({ task: { id, title, due, repeats } }: { task: MovedTask }) {
  const dialog = useRef<HTMLDialogElement>(null);
  // A second press of Save is the same change.
  const [changeId] = useState(randomId);
  const [hasFailed, setFailed] = useState(false);
  const navigate = useNavigate();
  useModal(
    dialog,
    useCallback(
      () => navigate({ hash: "" }, { replace: true, preventScrollReset: true }),
      [navigate],
    ),
  );
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const [date, time] = [String(form.get("date")), String(form.get("time"))];
    const change = { type: "move", taskId: id, date, time, seenDue: due?.local ?? "" } as const;
    if (await keepChange(changeId, change, title)) dialog.current?.close();
    else setFailed(true);
  };
  return (
    <dialog ref={dialog} className="dialog" aria-labelledby="move-title" tabIndex={-1}>
      <div className="dialog-page">
        <div className="dialog-header">
          <h2 id="move-title" className="page-title">
            When is it due?
          </h2>
        </div>
        <p className="subject" dir="auto">
          {title}
        </p>
        {/* The words name the day where the viewer is, which may be another one. */}
        {repeats?.hasNext && !due?.timeZone && (
          <p className="hint mb-2">
            {repeats.words}. If you choose that day or a later one, this one replaces it.
          </p>
        )}
        {hasFailed && (
          <p role="alert" className="field-error">
            {couldNotSave.title}
          </p>
        )}
        <form className="card-panel stack" onSubmit={(event) => void onSubmit(event)}>
          <div className="field-row">
            <Field id="move-date" label="Date">
              <input
                {...fieldProps("move-date", {})}
                type="date"
                name="date"
                max={lastDate}
                required
              />
            </Field>
            <Field id="move-time" label="Time">
              <input
                {...fieldProps("move-time", {})}
                type="time"
                name="time"
                defaultValue="12:00"
                required
              />
            </Field>
          </div>
          {due?.timeZone && <p className="hint">Time zone: {due.timeZone}</p>}
          <div className="button-row">
            <button
              type="button"
              className="button-secondary"
              onClick={() => dialog.current?.close()}
            >
              Cancel
            </button>
            <button type="submit" className="button-primary">
              Save
            </button>
          </div>
        </form>
      </div>
    </dialog>
  );
}
