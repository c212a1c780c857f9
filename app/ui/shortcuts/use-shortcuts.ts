import { useLocation, useNavigate, useNavigationType, useRouteLoaderData } from "@remix-run/react";
import { useEffect } from "react";
import type { Key } from "./keys.ts";

const inputId = "add-task-text";

/**
 * Makes the keys of the page about the keyboard work. Ctrl-K, or Command-K on a Mac, also works
 * where somebody types or has switched the others off.
 */
export function useShortcuts(): void {
  const isOff = useRouteLoaderData<{ shortcuts?: "on" | "off" }>("root")?.shortcuts === "off";
  const navigate = useNavigate();
  const { pathname, state } = useLocation();
  const isNew = useNavigationType() === "PUSH";
  useEffect(() => {
    // The history keeps the state: going back would take the focus from the card.
    if (isNew && state === inputId) document.getElementById(inputId)?.focus();
  }, [isNew, state]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // In a dialog, they would leave a form behind.
      if (event.defaultPrevented || document.querySelector("dialog[open]")) return;
      const act = isSearchKey(event)
        ? actions["/"]
        : !isOff && isSingle(event) && actions[event.key as Key];
      if (!act) return;
      event.preventDefault();
      act(pathname, navigate);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [isOff, pathname, navigate]);
}

type Navigate = ReturnType<typeof useNavigate>;

function isSearchKey({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return (ctrlKey || metaKey) && !altKey && !shiftKey && key.toLowerCase() === "k";
}

const typing = "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]";

export const isTypedIn = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.closest(typing) !== null;

function isSingle(event: KeyboardEvent): boolean {
  const { ctrlKey, metaKey, altKey, isComposing } = event;
  return !ctrlKey && !metaKey && !altKey && !isComposing && !isTypedIn(event);
}

const actions: Record<Key, (pathname: string, navigate: Navigate) => void> = {
  n: (_, navigate) => {
    const input = document.getElementById(inputId);
    if (input) input.focus();
    else navigate("/dashboard", { state: inputId });
  },
  "/": (pathname, navigate) => {
    const field = pathname === "/search" && document.querySelector<HTMLInputElement>("#q");
    if (!field) return navigate("/search");
    field.focus();
    field.select();
  },
  j: () => goTo(1),
  k: () => goTo(-1),
  x: () => rowInFocus()?.querySelector<HTMLElement>(".tick")?.click(),
  e: (_, navigate) => openPart("edit", navigate),
  d: (_, navigate) => openPart("date", navigate),
  w: (_, navigate) => openPart("who", navigate),
  "?": (_, navigate) => navigate("/keyboard"),
};

/** The link of each task on Home, Week, Search and the Family Dashboard. */
const taskLinks = ".task-title a, .week-task, .found-task";

const rowInFocus = () => document.activeElement?.closest("li");

function goTo(step: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLElement>(taskLinks)].filter(
    (link) => link.getClientRects().length > 0,
  );
  const row = rowInFocus();
  const at = links.findIndex((link) => row?.contains(link));
  const link = at < 0 ? links.at(step === 1 ? 0 : -1) : links[at + step];
  link?.focus();
  link?.scrollIntoView({ block: "nearest" });
}

/** A date of a series that is not open yet has only its own page. */
function openPart(part: "edit" | "date" | "who", navigate: Navigate): void {
  const link = rowInFocus()?.querySelector<HTMLAnchorElement>(taskLinks);
  if (!link) return;
  const isTask = /^\/tasks\/[^/]+$/.test(link.pathname);
  navigate(isTask ? `${link.pathname}/${part}` : link.pathname);
}
