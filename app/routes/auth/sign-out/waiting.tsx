import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { FormPage } from "#app/ui/shell/form-page.tsx";
import { useSignOutFailure } from "#app/ui/shell/sign-out-form.tsx";
import { SignOutQuestion } from "#app/ui/shell/sign-out-question.tsx";
import { Toasts } from "#app/ui/live/toast.tsx";
import { requireViewer } from "#app/server/session.server.ts";

/** It shows nothing of the server's: reloading while the session ends would lead back here after signing in. */
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
