import { useEffect, useRef } from "react";
import { notify } from "./notify.ts";

interface Alert {
  id: string;
  taskId: string;
  title: string;
  label: string;
}

/** Notifies of reminders that come due while the page is open. The page shows earlier ones itself. */
export function useNotifyNew(alerts: Alert[]): void {
  const known = useRef<Set<string> | null>(null);
  useEffect(() => {
    const fresh = known.current ? alerts.filter(({ id }) => !known.current!.has(id)) : [];
    known.current = new Set(alerts.map(({ id }) => id));
    for (const { taskId, title, label } of fresh) {
      // The pushed notification has the same id, so that one replaces the other.
      void notify({ id: taskId, title, body: `Due ${label}`, url: `/tasks/${taskId}` });
    }
  }, [alerts]);
}
