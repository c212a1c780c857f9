import { type SubmitOptions, useFetcher, useSubmit } from "@remix-run/react";
import { useState } from "react";
import { failureIn } from "./failed-save.ts";

type SubmitTarget = Parameters<ReturnType<typeof useSubmit>>[0];

/**
 * Sends something without leaving the page, as often as needed. Each attempt has a fetcher of its own: what went wrong
 * in one is gone with the next.
 */
export function useAttempts<Answer>(name: string) {
  const [attempt, setAttempt] = useState(0);
  const fetcher = useFetcher<Answer>({ key: `${name}-${attempt}` });
  const submit = useSubmit();
  const send = (target: SubmitTarget, options?: SubmitOptions) => {
    setAttempt(attempt + 1);
    submit(target, { ...options, navigate: false, fetcherKey: `${name}-${attempt + 1}`, preventScrollReset: true });
  };
  const isSending = fetcher.state !== "idle";
  return { fetcher, send, isSending, failure: isSending ? undefined : failureIn(fetcher.data) };
}
