/** The dialog that pages open in (page-dialog.tsx); for scripts that stand outside of it. */
export const dialogId = "page-dialog";

export const dialogIsThere = (): boolean => document.getElementById(dialogId) !== null;

/** Whether it has nothing on its way to the server, so that closing it changes nothing. */
export const dialogIsIdle = (): boolean => document.getElementById(dialogId)?.ariaBusy === "false";

/** From the dashboard that saving has led to, to the same one before it: nothing is to be loaded for that. */
export const wayBack = { isUnderway: false };
