/** The dialog that pages open in (components/ui/dialog.tsx), for code outside React. */
export const dialogId = "page-dialog";

export const isDialogOpen = (): boolean => document.getElementById(dialogId) !== null;

/** True while the dialog is open and is not saving anything. */
export const isDialogIdle = (): boolean => document.getElementById(dialogId)?.ariaBusy === "false";

/** Set while saving in a dialog goes back to the dashboard below it, whose data is fresh already. */
export const dialogReturn = { isUnderway: false };
