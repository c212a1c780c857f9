import { useState } from "react";
import { useRetryableSubmit } from "./use-retryable-submit.ts";

export interface TaskRequest {
  text: string;
  /** Submitting the same id twice adds the task once. */
  requestId: string;
}

export interface UnsavedRequest extends TaskRequest {
  reasons: string[];
  /** True unless it was refused: a reminder can help then. */
  offersMore: boolean;
}

export function useRequests() {
  const { fetcher, send, isSending, failure, forget } = useRetryableSubmit<{ errors?: string[] }>(
    "add-task",
  );
  const [latest, setLatest] = useState<TaskRequest>({ text: "", requestId: "" });
  const [unsavedBefore, setUnsavedBefore] = useState<UnsavedRequest[]>([]);
  const reasons = isSending
    ? undefined
    : (failure && [failure.title, failure.message]) || fetcher.data?.errors;
  const unsaved = reasons
    ? [...unsavedBefore, { ...latest, reasons, offersMore: failure !== undefined }]
    : unsavedBefore;

  const sendRequest = (request: TaskRequest) => {
    setUnsavedBefore(unsaved.filter(({ requestId }) => requestId !== request.requestId));
    setLatest(request);
    send(
      { text: request.text, requestId: request.requestId, asks: "here" },
      { method: "post", action: "/dashboard" },
    );
  };
  const forgetRequest = (requestId: string) => {
    setUnsavedBefore(unsaved.filter((request) => request.requestId !== requestId));
    forget();
  };
  return {
    sendRequest,
    forgetRequest,
    isSending,
    sendingText: isSending ? latest.text : null,
    unsaved,
  };
}
