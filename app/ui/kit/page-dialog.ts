export const dialogId = "page-dialog";

export const isDialogOpen = (): boolean => document.getElementById(dialogId) !== null;

export const isDialogIdle = (): boolean => document.getElementById(dialogId)?.ariaBusy === "false";

export const dialogReturn = {
  /** True while a save replaces the dialog with the dashboard below it, whose data is fresh. */
  isUnderway: false,
  /** True while a dialog's save goes back to the dashboard that it was opened over. */
  isToDashboard: false,
};
