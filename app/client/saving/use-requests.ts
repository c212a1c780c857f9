import { useState } from "react";
import { useAttempts } from "./use-attempts.ts";

export interface SaidRequest {
  words: string;
  requestId: string;
}

export interface UnsavedRequest extends SaidRequest {
  why: string[];
}

/** Says things to Mila without leaving the page: what is on its way, and what could not be saved, with why. */
export function useRequests() {
  const { fetcher, send, isSending, failure } = useAttempts<{ errors?: string[] }>("add-task");
  const [said, setSaid] = useState<SaidRequest>({ words: "", requestId: "" });
  // What was said earlier and is not saved: nothing that was typed is lost by saying something else.
  const [unsavedBefore, setUnsavedBefore] = useState<UnsavedRequest[]>([]);
  const why = isSending ? undefined : (failure && [failure.title, failure.message]) || fetcher.data?.errors;
  const unsaved = why ? [...unsavedBefore, { ...said, why }] : unsavedBefore;

  // Again under the same id: it may be saved, and only the answer lost.
  const say = (next: SaidRequest) => {
    setUnsavedBefore(unsaved.filter(({ requestId }) => requestId !== next.requestId));
    setSaid(next);
    send({ text: next.words, requestId: next.requestId }, { method: "post", action: "/dashboard" });
  };
  return { say, isSending, onItsWay: isSending ? said.words : null, unsaved };
}
