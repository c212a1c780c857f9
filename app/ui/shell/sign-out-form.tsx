import { Form, useFetcher } from "@remix-run/react";
import type { ReactNode } from "react";
import { failureToast, type Toast } from "../live/toast.tsx";
import { signOutActions } from "#app/ui/shell/sign-out.ts";
import { whenBusy } from "#app/ui/kit/when-busy.ts";
import { usePreloadedActions } from "#app/ui/saving/preloaded-actions.ts";

const fetcherKey = "sign-out";

interface SignOutFormProps {
  className: string;
  /** The page to show after signing in again. */
  redirectTo?: string;
  children: ReactNode;
}

/** If signing out fails, the page stays and shows `useSignOutFailure`. */
export function SignOutForm({ className, redirectTo, children }: SignOutFormProps) {
  usePreloadedActions(signOutActions);
  const isBusy = useFetcher({ key: fetcherKey }).state !== "idle";
  return (
    <Form method="post" action="/sign-out" navigate={false} fetcherKey={fetcherKey}>
      {redirectTo && <input type="hidden" name="redirectTo" value={redirectTo} />}
      <button
        type="submit"
        className={className}
        {...whenBusy(isBusy)}
        aria-busy={isBusy || undefined}
      >
        {children}
      </button>
    </Form>
  );
}

export function useSignOutFailure(): Toast | undefined {
  const { state, data } = useFetcher({ key: fetcherKey });
  return state === "idle" ? failureToast(data) : undefined;
}
