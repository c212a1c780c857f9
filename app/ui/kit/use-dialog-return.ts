import { useLocation, useNavigate, useNavigationType } from "@remix-run/react";
import { useCallback, useRef } from "react";
import { dialogReturn } from "./page-dialog.ts";
import { useEffectAtOnce } from "./use-effect-at-once.ts";

/** Closes a dialog by going back, so the dashboard is never in the history twice. */
export function useDialogReturn(isDashboard: boolean): () => void {
  const navigate = useNavigate();
  const { key } = useLocation();
  const navigationType = useNavigationType();
  const wasDashboard = useRef(isDashboard);
  const isDashboardPrevious = useRef(false);
  const seenKey = useRef(key);

  useEffectAtOnce(() => {
    if (seenKey.current === key) return;
    seenKey.current = key;
    const wasReplaced = navigationType === "REPLACE";
    dialogReturn.isUnderway =
      wasReplaced && isDashboardPrevious.current && isDashboard && !wasDashboard.current;
    if (!wasReplaced)
      isDashboardPrevious.current =
        navigationType === "PUSH" && wasDashboard.current && !isDashboard;
    wasDashboard.current = isDashboard;
    if (dialogReturn.isUnderway) navigate(-1);
  }, [key, navigationType, isDashboard, navigate]);

  return useCallback(() => {
    if (isDashboardPrevious.current) navigate(-1);
    else navigate("/dashboard", { replace: true, preventScrollReset: true });
  }, [navigate]);
}
