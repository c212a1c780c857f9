import { useNavigate, useNavigation, useRouteLoaderData } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { isDialogOpen } from "../kit/page-dialog.ts";

const promptedKey = "mila-overdue-asked";
const interactions = ["pointerdown", "keydown", "focusin"];

/** Opens the overdue dialog once per visit (specification, section 4), unless the user is already busy. */
export function useOverduePrompt(isOverdue: boolean): void {
  const navigate = useNavigate();
  const isOpening = useNavigation().location?.pathname === "/overdue";
  const isPrompting = useRef(false);
  const root = useRouteLoaderData<{ toast?: object; copiedAt?: string }>("root");
  // Without a connection there is no dialog to open.
  const isBusy = Boolean(root?.toast ?? root?.copiedAt);

  useEffect(() => {
    if (!isOverdue || isBusy || hasFocus() || sessionStorage.getItem(promptedKey)) return;
    sessionStorage.setItem(promptedKey, "yes");
    isPrompting.current = true;
    navigate("/overdue", { preventScrollReset: true });
    // Runs when the dashboard opens, not when one of its tasks becomes overdue.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  useEffect(() => {
    if (!isOpening || !isPrompting.current) return;
    const cancelPrompt = () => {
      isPrompting.current = false;
      if (!isDialogOpen()) navigate("/dashboard", { replace: true, preventScrollReset: true });
    };
    for (const event of interactions)
      document.addEventListener(event, cancelPrompt, { once: true });
    return () => {
      for (const event of interactions) document.removeEventListener(event, cancelPrompt);
    };
  }, [isOpening, navigate]);
}

const hasFocus = () => document.activeElement !== document.body;
