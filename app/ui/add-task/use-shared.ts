import { useLocation, useRouteLoaderData } from "@remix-run/react";
import { type RefObject, useEffect, useState } from "react";
import {
  type SharedAnswer,
  sharedField,
  type SharedOffer,
  type SharedPage,
} from "#app/domain/tasks/offline/shared-input.ts";
import type { Toast } from "../live/toast.tsx";
import { postToWorker, serviceWorkers } from "../offline/service-worker.ts";

/** A page that an app's window leaves is gone by then. */
const leavingMs = 10_000;

const seen = new Set<string>();

/** True once the page is being closed. It may still get answers then. */
let isLeaving = false;

/**
 * Puts what another app shares into the page's text field, beside what is typed there: what its
 * address names, or what the service worker offers while the page is on screen.
 * @param container has the field
 * @param onOpened gets the text if the page was opened for it and nothing else is in the field
 * @returns a toast if there is nothing to put there
 */
export function useShared(
  page: SharedPage,
  container: RefObject<HTMLElement>,
  onOpened?: (text: string) => void,
): Toast | undefined {
  const { pathname, search } = useLocation();
  const userId = useRouteLoaderData<{ userId?: string }>("root")?.userId;
  const [failure, setFailure] = useState<Toast>();
  const named = pathname === page ? new URLSearchParams(search).get(sharedField) : null;

  useEffect(() => {
    const field = container.current?.querySelector("textarea");
    if (!named || !userId || !field || seen.has(named)) return;
    seen.add(named);
    // Before the overdue dialog opens.
    field.focus();
    const wasEmpty = !field.value.trim();
    void take(named, userId, field).then((answer) => {
      // A page without its service worker has it again after a reload.
      if (answer) forgetAddress(named);
      const { text, hasTyped } = answer ?? {};
      if (text === undefined) return setFailure(answer?.isTaken ? elsewhere : missing);
      if (wasEmpty && !hasTyped) onOpened?.(text);
    });
  }, [named, userId, container, onOpened]);

  useEffect(() => {
    if (!userId) return;
    let offered: { ticket: string; at: number; hasTyped: boolean } | undefined;
    const findField = () => container.current?.querySelector("textarea");
    const onMessage = ({ data }: MessageEvent<Partial<SharedOffer>>) => {
      const field = findField();
      const { ticket } = data;
      if (data.page !== page || data.userId !== userId || !ticket || !field) return;
      offered = { ticket, at: performance.now(), hasTyped: Boolean(field.value.trim()) };
      if (document.visibilityState === "visible") void take(ticket, userId, field);
    };
    // The app's window may replace its page with the one for the shared text.
    const onLeave = () => {
      isLeaving = true;
      const typed = findField()?.value.trim();
      if (!offered || !typed || performance.now() - offered.at > leavingMs) return;
      const { ticket, hasTyped } = offered;
      void postToWorker({ type: "hand over", ticket, userId, typed, hasTyped });
    };
    const onBack = () => void (isLeaving = false);
    serviceWorkers()?.addEventListener("message", onMessage);
    window.addEventListener("pagehide", onLeave);
    window.addEventListener("pageshow", onBack);
    return () => {
      serviceWorkers()?.removeEventListener("message", onMessage);
      window.removeEventListener("pagehide", onLeave);
      window.removeEventListener("pageshow", onBack);
    };
  }, [page, userId, container]);

  return failure;
}

/**
 * Takes it for one page only. A page that closes before it has put the words into its field leaves
 * them to the next.
 */
function take(
  ticket: string,
  userId: string,
  field: HTMLTextAreaElement,
): Promise<SharedAnswer | null> {
  if (!serviceWorkers()?.controller) return Promise.resolve(null);
  return navigator.locks.request("mila-shared", async () => {
    const answer = await postToWorker<SharedAnswer>({ type: "read", ticket, userId });
    if (answer?.text === undefined || isLeaving) return answer;
    field.value = [field.value.trim(), answer.text].filter(Boolean).join("\n");
    // Grows the field.
    field.dispatchEvent(new Event("input", { bubbles: true }));
    await postToWorker({ type: "remove", ticket, userId });
    return answer;
  });
}

/** A reload must not ask for it again. */
function forgetAddress(ticket: string): void {
  const url = new URL(window.location.href);
  if (url.searchParams.get(sharedField) !== ticket) return;
  url.searchParams.delete(sharedField);
  window.history.replaceState(window.history.state, "", url.pathname + url.search + url.hash);
}

const elsewhere: Toast = {
  id: "shared",
  kind: "success",
  title: "What you shared is in Mila's other window",
};

const missing: Toast = {
  id: "shared",
  kind: "error",
  title: "What you shared isn't here any more",
  message: "Please share it again.",
};
