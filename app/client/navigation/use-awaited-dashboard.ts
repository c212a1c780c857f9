import { useLocation, useNavigation } from "@remix-run/react";
import { useEffect, useState } from "react";
import { dialogIsThere } from "../dialog/open-dialog.ts";

const dashboards = ["/dashboard", "/family"];

/** Most pages are there by then, and nothing flickers. */
const noticedAfterMs = 200;

/** The path of the dashboard that somebody is waiting for, once they notice it; not of one that stands there already. */
export function useAwaitedDashboard(): string | undefined {
  const { state, location } = useNavigation();
  const { pathname } = useLocation();
  const next = state === "loading" && location.pathname !== pathname ? location.pathname : "";
  const awaited = dashboards.includes(next) && !dialogIsThere() ? next : undefined;

  const [isNoticed, setNoticed] = useState(false);
  useEffect(() => {
    if (!awaited) return;
    const timer = window.setTimeout(() => setNoticed(true), noticedAfterMs);
    return () => {
      window.clearTimeout(timer);
      setNoticed(false);
    };
  }, [awaited]);
  return isNoticed ? awaited : undefined;
}
