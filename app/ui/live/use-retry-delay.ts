import { useEffect, useState } from "react";
import { reloadFailed } from "./background-reload.ts";

const retryAfterMs = 5_000;

export function useRetryDelay(): boolean {
  const [isWaiting, setWaiting] = useState(false);
  useEffect(() => {
    const wait = () => setWaiting(true);
    window.addEventListener(reloadFailed, wait);
    return () => window.removeEventListener(reloadFailed, wait);
  }, []);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = window.setTimeout(() => setWaiting(false), retryAfterMs);
    return () => window.clearTimeout(timer);
  }, [isWaiting]);
  return isWaiting;
}
