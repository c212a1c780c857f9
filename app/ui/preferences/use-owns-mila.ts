import { useRouteLoaderData } from "@remix-run/react";

/** True for Mila's owner, who alone sees the names of settings. */
export function useOwnsMila(): boolean {
  return useRouteLoaderData<{ ownsMila: boolean }>("root")?.ownsMila ?? false;
}
