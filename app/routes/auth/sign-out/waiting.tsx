import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useState } from "react";
import { isWaiting } from "#app/domain/tasks/offline/limits.ts";
import { requireViewer } from "#app/server/session.server.ts";
import { Toasts } from "#app/ui/live/toast.tsx";
import { KeptChanges } from "#app/ui/offline/kept-changes.tsx";
import { discardKept, sendKept } from "#app/ui/offline/kept-store.ts";
import { useKept, useSending } from "#app/ui/offline/use-kept.ts";
import { FormPage } from "#app/ui/shell/form-page.tsx";
import { useSignOutFailure, SignOutForm } from "#app/ui/shell/sign-out-form.tsx";

/**
 * The page shows nothing from the server. Reloading it while the session ends would lead back here
 * after signing in.
 */
export const shouldRevalidate = () => false;

export { getOnly as action } from "#app/server/http-errors.server.ts";

export const meta: MetaFunction = () => [{ title: "Before you sign out · Mila" }];

export async function loader(args: LoaderFunctionArgs) {
  await requireViewer(args);
  return null;
}

export default function WaitingChanges() {
  return (
    <FormPage title="Before you sign out">
      <Toasts toast={useSignOutFailure()} />
      <noscript>
        <p className="notice">Without JavaScript, nothing waits on this device.</p>
      </noscript>
      <SignOutQuestion />
    </FormPage>
  );
}

/** Sends or discards the waiting changes, because nothing private may be left after signing out. */
function SignOutQuestion() {
  useSending();
  const isClear = !useKept().some(isWaiting);
  const [hasFailed, setFailed] = useState(false);
  const send = async () => {
    setFailed(false);
    await sendKept();
    setFailed(true);
  };
  if (isClear) {
    return (
      <>
        <KeptChanges />
        <p>Nothing waits to be saved.</p>
        <div className="button-row">
          <SignOutForm className="button-primary">Sign out</SignOutForm>
        </div>
      </>
    );
  }
  return (
    <>
      <p>These changes are only on this device. Save them first, or discard them.</p>
      {hasFailed && (
        <p role="alert" className="field-error">
          I couldn&apos;t save everything. Please try again later.
        </p>
      )}
      <KeptChanges />
      <div className="button-row">
        <button type="button" className="button-secondary" onClick={() => void discardKept()}>
          Discard all
        </button>
        <button type="button" className="button-primary" onClick={() => void send()}>
          Save now
        </button>
      </div>
    </>
  );
}
