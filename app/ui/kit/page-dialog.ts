export const dialogId = "page-dialog";

export const isDialogOpen = (): boolean => document.getElementById(dialogId) !== null;

export const isDialogIdle = (): boolean => document.getElementById(dialogId)?.ariaBusy === "false";

/**
 * Set while a save replaces the dialog with the dashboard below it, whose data is already fresh.
 */
export const dialogReturn = { isUnderway: false };
