import { serviceWorkers } from "./service-worker.ts";
import { useRevalidator, useRouteLoaderData } from "@remix-run/react";
import { useEffect, useRef, useSyncExternalStore } from "react";
import { isWaiting, type KeptChange } from "#app/domain/tasks/offline/limits.ts";
import { keepFor, readKept, readNone, refreshKept, sendKept, watchKept } from "./kept-store.ts";

const retryMs = 4_000;

/**
 * Returns the user's changes that wait for a connection or were refused. The server and hydration
 * get none.
 */
export const useKept = (): readonly KeptChange[] =>
  useSyncExternalStore(watchKept, readKept, readNone);

/** Sends the waiting changes as soon as the server can be reached, and then reloads the page. */
export function useSending(): void {
  const { userId, householdId } =
    useRouteLoaderData<{ userId?: string; householdId?: string }>("root") ?? {};
  const { revalidate } = useRevalidator();
  const waitingCount = useKept().filter(isWaiting).length;

  useEffect(() => {
    if (!userId) return;
    void keepFor({ userId, householdId });
    const refresh = () => void refreshKept();
    serviceWorkers()?.addEventListener("message", refresh);
    return () => serviceWorkers()?.removeEventListener("message", refresh);
  }, [userId, householdId]);

  const hasWaiting = waitingCount > 0;
  useEffect(() => {
    if (!hasWaiting) return;
    const send = () => void sendKept();
    const timer = window.setInterval(send, retryMs);
    window.addEventListener("online", send);
    return () => {
      window.clearInterval(timer);
      window.removeEventListener("online", send);
    };
  }, [hasWaiting]);

  const shownCount = useRef(0);
  useEffect(() => {
    if (waitingCount < shownCount.current) revalidate();
    shownCount.current = waitingCount;
  }, [waitingCount, revalidate]);
}
