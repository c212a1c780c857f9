import { useRouteLoaderData } from "@remix-run/react";

/** Only Mila's owner reads the names of settings. */
export function useOwnsMila(): boolean {
  return useRouteLoaderData<{ ownsMila: boolean }>("root")?.ownsMila ?? false;
}
