import { useState } from "react";
import { discardKept, sendKept } from "#app/ui/offline/kept-store.ts";
import { useKept, useSending } from "#app/ui/offline/use-kept.ts";
import { isWaiting } from "#app/domain/tasks/offline/limits.ts";
import { SignOutForm } from "./sign-out-form.tsx";
import { KeptChanges } from "../offline/kept-changes.tsx";

/** Sends or discards the changes that wait: after signing out, nothing private may be left. */
export function SignOutQuestion() {
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
