import { type SubmitOptions, useFetcher, useSubmit } from "@remix-run/react";
import { useState } from "react";
import { failureIn } from "./failure.ts";

type SubmitTarget = Parameters<ReturnType<typeof useSubmit>>[0];

/** Gives each attempt its own fetcher, so the next one clears a failure. */
export function useRetryableSubmit<Answer>(name: string) {
  const [attempt, setAttempt] = useState(0);
  const fetcher = useFetcher<Answer>({ key: `${name}-${attempt}` });
  const submit = useSubmit();
  const send = (target: SubmitTarget, options?: SubmitOptions) => {
    setAttempt(attempt + 1);
    submit(target, {
      ...options,
      navigate: false,
      fetcherKey: `${name}-${attempt + 1}`,
      preventScrollReset: true,
    });
  };
  const isSending = fetcher.state !== "idle";
  const forget = () => setAttempt(attempt + 1);
  return {
    fetcher,
    send,
    isSending,
    failure: isSending ? undefined : failureIn(fetcher.data),
    forget,
  };
}
