import { useFetcher, useLocation, useRouteLoaderData } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { keepFor } from "#app/ui/offline/kept-store.ts";
import { remindActions } from "#app/ui/offline/remind-tonight.ts";
import { randomId } from "#app/ui/saving/random-id.ts";
import { failureIn, isUnsaved } from "#app/ui/saving/failure.ts";
import { usePreloadedActions } from "#app/ui/saving/preloaded-actions.ts";
import { useInBrowser } from "#app/ui/kit/use-in-browser.ts";
import { whenBusy } from "#app/ui/kit/when-busy.ts";
import type { UnsavedForm } from "#app/domain/tasks/offline/limits.ts";

interface TonightButtonProps {
  unsaved: UnsavedForm;
  describedBy?: string;
  /** The page to show next; null means this one. */
  returnTo: string | null;
  /** Runs once the reminder is added, which settles the failure. */
  onReminded?: () => void;
}

export function TonightButton({
  unsaved: { action, fields },
  describedBy,
  returnTo,
  onReminded,
}: TonightButtonProps) {
  const { Form, state, data } = useFetcher();
  const { pathname, search } = useLocation();
  const { userId, householdId } =
    useRouteLoaderData<{ userId?: string; householdId?: string }>("root") ?? {};
  const [changeId] = useState(randomId);
  const title = useInBrowser(() => document.title.replace(" · Mila", ""), "");
  usePreloadedActions(remindActions);
  useEffect(() => {
    if (userId) void keepFor({ userId, householdId });
  }, [userId, householdId]);
  const wasSent = useRef(false);
  useEffect(() => {
    if (state !== "idle") wasSent.current = true;
    // The response is a redirect, which leaves no data, or null if it leads to the same dashboard.
    else if (wasSent.current && !data) onReminded?.();
  }, [state, data, onReminded]);
  const failure = state === "idle" ? failureIn(data) : undefined;
  if (state === "idle" && isUnsaved(data) && !failure) {
    return (
      <p role="status">I keep it on this device, and remind you once there&apos;s a connection.</p>
    );
  }
  return (
    <Form method="post" action="/remind-tonight" preventScrollReset>
      <input type="hidden" name="action" value={action} />
      <input type="hidden" name="fields" value={JSON.stringify(fields)} />
      <input type="hidden" name="title" value={title} />
      <input type="hidden" name="changeId" value={changeId} suppressHydrationWarning />
      <input type="hidden" name="redirectTo" value={returnTo ?? pathname + search} />
      <button
        type="submit"
        className="toast-offer"
        {...whenBusy(state !== "idle")}
        aria-describedby={describedBy}
      >
        Remind me later tonight
      </button>
      {failure && <p role="alert">{failure.message}</p>}
    </Form>
  );
}
