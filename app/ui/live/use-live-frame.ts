import { useMatches } from "@remix-run/react";
import { useLiveChanges } from "./use-live-changes.ts";

/**
 * Shows due reminders on pages without live changes of their own.
 * @param revision null for visitors
 */
export function useLiveFrame(revision: number | null): void {
  const isPageLive = useMatches().some(({ id, data }) => id !== "root" && hasRevision(data));
  useLiveChanges(isPageLive ? null : revision, { isFrameOnly: true });
}

function hasRevision(data: unknown): boolean {
  return typeof data === "object" && data !== null && "revision" in data;
}
