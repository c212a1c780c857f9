import { useRevalidator, useRouteLoaderData } from "@remix-run/react";
import { useEffect } from "react";

const retryMs = 10_000;

/** Returns when the cached page that is shown was made; undefined for the page itself. */
export const useCopiedAt = (): string | undefined =>
  useRouteLoaderData<{ copiedAt?: string }>("root")?.copiedAt;

/**
 * Returns when the cached page that is shown was made. Loads the page itself as soon as the server
 * can be reached.
 */
export function useCopy(): string | undefined {
  const copiedAt = useCopiedAt();
  const { revalidate } = useRevalidator();
  const isCopy = copiedAt !== undefined;
  useEffect(() => {
    if (!isCopy) return;
    const timer = window.setInterval(revalidate, retryMs);
    window.addEventListener("online", revalidate);
    return () => {
      window.clearInterval(timer);
      window.removeEventListener("online", revalidate);
    };
  }, [isCopy, revalidate]);
  return copiedAt;
}
