import { useLocation, useNavigate, useNavigationType } from "@remix-run/react";
import { useCallback, useEffect, useRef } from "react";
import { wayBack } from "./open-dialog.ts";

/**
 * From what was opened over the dashboard back to it: one step back in the history, where that is where it lies. Where
 * saving has put the dashboard in the dialog's place, likewise: it would lie there twice, and Back would seem broken.
 */
export function useWayBack(isDashboard: boolean): () => void {
  const navigate = useNavigate();
  const { key } = useLocation();
  const change = useNavigationType();
  const wasDashboard = useRef(isDashboard);
  const isOneStep = useRef(false);
  const seen = useRef(key);

  useEffect(() => {
    if (seen.current === key) return;
    seen.current = key;
    wayBack.isUnderway = change === "REPLACE" && isOneStep.current && isDashboard && !wasDashboard.current;
    if (change !== "REPLACE") isOneStep.current = change === "PUSH" && wasDashboard.current && !isDashboard;
    wasDashboard.current = isDashboard;
    if (wayBack.isUnderway) navigate(-1);
  }, [key, change, isDashboard, navigate]);

  return useCallback(() => {
    if (isOneStep.current) navigate(-1);
    else navigate("/dashboard", { replace: true, preventScrollReset: true });
  }, [navigate]);
}
