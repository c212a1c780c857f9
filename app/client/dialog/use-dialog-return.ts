import { useLocation, useNavigate, useNavigationType } from "@remix-run/react";
import { useCallback, useEffect, useRef } from "react";
import { dialogReturn } from "./page-dialog.ts";

/**
 * Returns a function that closes a dialog by going back to the dashboard below it: one step in the history, if the
 * dashboard is there. When saving replaced the dialog with the dashboard, goes that step too, or the dashboard would
 * be in the history twice.
 */
export function useDialogReturn(isDashboard: boolean): () => void {
  const navigate = useNavigate();
  const { key } = useLocation();
  const navigationType = useNavigationType();
  const wasDashboard = useRef(isDashboard);
  const isOneStep = useRef(false);
  const seenKey = useRef(key);

  useEffect(() => {
    if (seenKey.current === key) return;
    seenKey.current = key;
    const isReplaced = navigationType === "REPLACE";
    dialogReturn.isUnderway = isReplaced && isOneStep.current && isDashboard && !wasDashboard.current;
    if (!isReplaced) isOneStep.current = navigationType === "PUSH" && wasDashboard.current && !isDashboard;
    wasDashboard.current = isDashboard;
    if (dialogReturn.isUnderway) navigate(-1);
  }, [key, navigationType, isDashboard, navigate]);

  return useCallback(() => {
    if (isOneStep.current) navigate(-1);
    else navigate("/dashboard", { replace: true, preventScrollReset: true });
  }, [navigate]);
}
