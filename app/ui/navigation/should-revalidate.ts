import type { ShouldRevalidateFunction } from "@remix-run/react";
import { dialogReturn, isDialogIdle } from "../kit/page-dialog.ts";
import { isUnsaved } from "../saving/failure.ts";

let isFrameOnly = false;

/**
 * Reloads what surrounds a page but not the page itself, so a form keeps what someone is typing.
 */
export function reloadFrame(revalidate: () => unknown): void {
  isFrameOnly = true;
  // The router asks every route before this returns.
  revalidate();
  isFrameOnly = false;
}

/**
 * Every page needs this: after an action that it couldn't send, Remix would reload and show its
 * error page.
 */
export const shouldRevalidate: ShouldRevalidateFunction = (args) =>
  !isFrameOnly && shouldRevalidateFrame(args);

export const shouldRevalidateFrame: ShouldRevalidateFunction = ({
  actionResult,
  formMethod,
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}) => {
  const isGet = formMethod === "GET" || (!formMethod && nextUrl.href !== currentUrl.href);
  const isOpeningConfirm = isGet && nextUrl.pathname === "/tasks/confirm";
  const isClosingDialog = !formMethod && nextUrl.pathname === "/dashboard" && isDialogIdle();
  if (isUnsaved(actionResult) || isOpeningConfirm || isClosingDialog || dialogReturn.isUnderway)
    return false;
  return defaultShouldRevalidate;
};

/** Keeps live changes from replacing a form that someone is editing. */
export const shouldRevalidateForm: ShouldRevalidateFunction = (args) => {
  const isSameForm = !args.formMethod && args.currentUrl.href === args.nextUrl.href;
  return isSameForm ? false : shouldRevalidate(args);
};

/** The confirm page's "Try again" is a GET form. */
export const shouldRevalidateDrafts: ShouldRevalidateFunction = (args) =>
  args.formMethod === "GET" || shouldRevalidateForm(args);
