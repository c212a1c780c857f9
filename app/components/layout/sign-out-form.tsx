import { Form, useFetcher } from "@remix-run/react";
import type { ReactNode } from "react";
import { failureToast, type Toast } from "../ui/toast.tsx";
import { signOutRoutes } from "#app/client/saving/preloaded-routes.ts";
import { usePreloadedActions } from "#app/client/saving/use-preloaded-actions.ts";

const fetcherKey = "sign-out";

/** On failure, the page stays and shows `useSignOutFailure`. */
export function SignOutForm({ className, children }: { className: string; children: ReactNode }) {
  usePreloadedActions(signOutRoutes);
  const isBusy = useFetcher({ key: fetcherKey }).state !== "idle";
  return (
    <Form method="post" action="/sign-out" navigate={false} fetcherKey={fetcherKey}>
      <button type="submit" className={className} disabled={isBusy} aria-busy={isBusy || undefined}>
        {children}
      </button>
    </Form>
  );
}

export function useSignOutFailure(): Toast | undefined {
  const { state, data } = useFetcher({ key: fetcherKey });
  return state === "idle" ? failureToast(data) : undefined;
}
