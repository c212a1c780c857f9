import { useLocation, useNavigate, useNavigationType } from "@remix-run/react";
import { useCallback, useEffect, useRef } from "react";

/** From what was opened over the dashboard back to it: one step back in the history, where that is where it lies. */
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
    if (change !== "REPLACE") isOneStep.current = change === "PUSH" && wasDashboard.current && !isDashboard;
    wasDashboard.current = isDashboard;
  }, [key, change, isDashboard]);

  return useCallback(() => {
    if (isOneStep.current) navigate(-1);
    else navigate("/dashboard", { replace: true, preventScrollReset: true });
  }, [navigate]);
}
