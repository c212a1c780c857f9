import type { ShouldRevalidateFunction } from "@remix-run/react";
import { dialogReturn, isDialogIdle } from "../dialog/page-dialog.ts";
import { isUnsaved } from "../saving/failure.ts";

/**
 * For every page: without it Remix loads the page's data again after a button's action that could not be sent, and shows
 * its error page. Opening the confirm dialog or closing an idle one changes nothing, and must work without a connection.
 */
export const shouldRevalidate: ShouldRevalidateFunction = ({
  actionResult,
  formMethod,
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}) => {
  const isGet = formMethod === "GET" || (!formMethod && nextUrl.href !== currentUrl.href);
  const opensConfirm = isGet && nextUrl.pathname === "/tasks/confirm";
  const closesDialog = !formMethod && nextUrl.pathname === "/dashboard" && isDialogIdle();
  if (isUnsaved(actionResult) || opensConfirm || closesDialog || dialogReturn.isUnderway) return false;
  return defaultShouldRevalidate;
};

/** For forms: a live change does not replace what somebody is editing. */
export const shouldRevalidateForm: ShouldRevalidateFunction = (args) => {
  const isSameForm = !args.formMethod && args.currentUrl.href === args.nextUrl.href;
  return isSameForm ? false : shouldRevalidate(args);
};

/** For the confirm page, whose "Try again" is a GET form. */
export const shouldRevalidateDrafts: ShouldRevalidateFunction = (args) =>
  args.formMethod === "GET" || shouldRevalidateForm(args);
