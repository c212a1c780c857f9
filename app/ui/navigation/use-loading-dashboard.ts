import { useLocation, useNavigation } from "@remix-run/react";
import { useEffect, useState } from "react";
import { isDialogOpen } from "../kit/page-dialog.ts";

const dashboards = ["/dashboard", "/family"];

/** Prevents flicker, because most pages load faster than this. */
const delayMs = 200;

export function useLoadingDashboard(): string | undefined {
  const { state, location } = useNavigation();
  const { pathname } = useLocation();
  const next = state === "loading" && location.pathname !== pathname ? location.pathname : "";
  const loadingPath = dashboards.includes(next) && !isDialogOpen() ? next : undefined;

  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!loadingPath) return;
    const timer = window.setTimeout(() => setSlow(true), delayMs);
    return () => {
      window.clearTimeout(timer);
      setSlow(false);
    };
  }, [loadingPath]);
  return isSlow ? loadingPath : undefined;
}
