import { Link, useLocation, useRouteLoaderData } from "@remix-run/react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useNotificationPermission } from "#app/ui/live/use-notification-permission.ts";
import { useRetryableSubmit } from "#app/ui/saving/use-retryable-submit.ts";
import { Icon } from "../icons/icon.tsx";
import { SeenDue } from "../kit/hidden-fields.tsx";
import { notify } from "./notify.ts";
import { uncoverFocus } from "./uncover-focus.ts";

interface DueAlert {
  id: string;
  taskId: string;
  title: string;
  label: string;
  local: string;
}

const none: DueAlert[] = [];

/**
 * Shows due reminders until they are confirmed, at the top of the page. Those that come due while
 * the page is read lie over it until the next page, because nothing may move under a finger.
 */
export function DueAlerts({ isInDialog = false }: { isInDialog?: boolean }) {
  const alerts = useRouteLoaderData<{ dueAlerts: DueAlert[] }>("root")?.dueAlerts ?? none;
  // The page below a dialog already notifies.
  useNotifyNew(isInDialog ? none : alerts);
  const known = useKnownIds(alerts);
  const before = isInDialog ? alerts : alerts.filter(({ id }) => known.has(id));
  const since = isInDialog ? none : alerts.filter(({ id }) => !known.has(id));
  // New reminders would cover the ones at the top, so they join them.
  const fresh = before.length > 0 ? none : since;
  const atTop = before.length > 0 ? [...before, ...since] : none;
  useEffect(() => {
    if (fresh.length > 0) uncoverFocus(document.querySelector(".due-alerts[data-fresh]"));
  }, [fresh.length]);
  const prefix = isInDialog ? "dialog-due" : "due";
  return (
    <>
      <DueAlertList alerts={atTop} prefix={prefix} />
      {!isInDialog && <DueAlertList alerts={fresh} prefix={prefix} isFresh />}
    </>
  );
}

interface DueAlertListProps {
  alerts: DueAlert[];
  /** Begins the ids of their titles. */
  prefix: string;
  isFresh?: boolean;
}

/** Several would push down what the person came for, so the others are folded below the newest. */
function DueAlertList({ alerts, prefix, isFresh }: DueAlertListProps) {
  const [newest, ...others] = alerts.map((alert) => (
    <DueAlertCard key={alert.id} alert={alert} titleId={`${prefix}-${alert.id}`} />
  ));
  return (
    <div className="due-alerts" role="alert" data-fresh={isFresh}>
      {newest}
      {others.length > 0 && (
        <details className="due-alerts-more">
          <summary className="choice">
            {others.length === 1 ? "1 more reminder" : `${others.length} more reminders`}
          </summary>
          {others}
        </details>
      )}
    </div>
  );
}

/** Returns the ids of the reminders that were there when the page was opened. */
function useKnownIds(alerts: DueAlert[]): ReadonlySet<string> {
  const { key } = useLocation();
  const [known, setKnown] = useState({ key, ids: idsOf(alerts) });
  if (known.key === key) return known.ids;
  const ids = idsOf(alerts);
  setKnown({ key, ids });
  return ids;
}

const idsOf = (alerts: DueAlert[]) => new Set(alerts.map(({ id }) => id));

function DueAlertCard({ alert, titleId }: { alert: DueAlert; titleId: string }) {
  const { id, taskId, title, label } = alert;
  const { send, isSending, failure } = useRetryableSubmit(`due-${id}`);
  const { pathname, search } = useLocation();
  if (isSending) return null;

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    send((event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement);
  };
  const reminder = `/tasks/${taskId}/reminders/${id}`;
  return (
    <form method="post" action={`${reminder}/seen`} className="due-alert" onSubmit={onSubmit}>
      <input type="hidden" name="redirectTo" value={pathname + search} />
      <SeenDue due={alert} />
      <p className="due-alert-what">
        <Icon name="bell-ring" />
        <span className="grow">
          <Link id={titleId} className="due-alert-title" to={`/tasks/${taskId}`} preventScrollReset>
            <span dir="auto">{title}</span>
          </Link>
          <span className="hint block">Due {label}</span>
          {failure && <span className="field-error">{failure.title}</span>}
        </span>
      </p>
      <div className="due-alert-buttons">
        <button type="submit" className="choice" aria-describedby={titleId}>
          OK
        </button>
        <button
          type="submit"
          className="choice"
          formAction={`${reminder}/snooze`}
          name="minutes"
          value="10"
          aria-describedby={titleId}
        >
          Snooze 10 min
        </button>
        <button
          type="submit"
          className="choice"
          formAction={`/tasks/${taskId}/complete`}
          aria-describedby={titleId}
        >
          Done
        </button>
        <AllowNotifications />
      </div>
    </form>
  );
}

function AllowNotifications() {
  const { permission, ask } = useNotificationPermission();
  if (permission !== "default") return null;
  return (
    <button type="button" className="text-link text-sm" onClick={ask}>
      Notify me on this device too
    </button>
  );
}

interface Alert {
  id: string;
  taskId: string;
  title: string;
  label: string;
}

/**
 * Notifies of reminders that come due while the page is open. The page shows earlier ones itself.
 */
function useNotifyNew(alerts: Alert[]): void {
  const known = useRef<Set<string> | null>(null);
  useEffect(() => {
    const fresh = known.current ? alerts.filter(({ id }) => !known.current!.has(id)) : [];
    known.current = new Set(alerts.map(({ id }) => id));
    for (const { taskId, title, label } of fresh) {
      // The pushed notification has the same id, so that one replaces the other.
      void notify({ id: taskId, title, body: `Due ${label}`, url: `/tasks/${taskId}` });
    }
  }, [alerts]);
}
