import { useNavigate, useNavigation, useRouteLoaderData } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { dialogIsThere } from "./open-dialog.ts";

const askedKey = "mila-overdue-asked";
const beginnings = ["pointerdown", "keydown", "focusin"];

/**
 * Opens the overdue tasks by itself (specification, section 4): once a visit, not over what was just said, and never
 * under the hands of somebody who has begun to do something else.
 */
export function useOverduePrompt(isOverdue: boolean): void {
  const navigate = useNavigate();
  const isOnItsWay = useNavigation().location?.pathname === "/overdue";
  const opensByItself = useRef(false);
  const isSaying = Boolean(useRouteLoaderData<{ toast?: object }>("root")?.toast);

  useEffect(() => {
    if (!isOverdue || isSaying || isBusyWithSomething() || sessionStorage.getItem(askedKey)) return;
    sessionStorage.setItem(askedKey, "yes");
    opensByItself.current = true;
    navigate("/overdue", { preventScrollReset: true });
    // Only when the dashboard is opened, not when a task on it becomes overdue.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  useEffect(() => {
    if (!isOnItsWay || !opensByItself.current) return;
    const stay = () => {
      opensByItself.current = false;
      if (!dialogIsThere()) navigate("/dashboard", { replace: true, preventScrollReset: true });
    };
    for (const event of beginnings) document.addEventListener(event, stay, { once: true });
    return () => {
      for (const event of beginnings) document.removeEventListener(event, stay);
    };
  }, [isOnItsWay, navigate]);
}

const isBusyWithSomething = () => document.activeElement !== document.body;
