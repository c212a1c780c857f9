import { useLocation, useNavigation } from "@remix-run/react";
import { useEffect, useState } from "react";
import { isDialogOpen } from "../dialog/page-dialog.ts";

const dashboards = ["/dashboard", "/family"];

/** Most pages arrive sooner, and nothing flickers. */
const delayMs = 200;

/** The path of a dashboard that takes noticeably long to load. Undefined while the dashboard is there, below a dialog. */
export function useAwaitedDashboard(): string | undefined {
  const { state, location } = useNavigation();
  const { pathname } = useLocation();
  const next = state === "loading" && location.pathname !== pathname ? location.pathname : "";
  const awaited = dashboards.includes(next) && !isDialogOpen() ? next : undefined;

  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!awaited) return;
    const timer = window.setTimeout(() => setSlow(true), delayMs);
    return () => {
      window.clearTimeout(timer);
      setSlow(false);
    };
  }, [awaited]);
  return isSlow ? awaited : undefined;
}
