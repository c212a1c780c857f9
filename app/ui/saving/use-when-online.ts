import { useEffect } from "react";

/** Runs once the connection is back. */
export function useWhenOnline(isWaiting: boolean, onOnline: () => void): void {
  useEffect(() => {
    if (!isWaiting) return;
    window.addEventListener("online", onOnline);
    return () => window.removeEventListener("online", onOnline);
  });
}
