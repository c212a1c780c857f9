/** The dialog that pages open in (page-dialog.tsx); for scripts that stand outside of it. */
export const dialogId = "page-dialog";

export const dialogIsThere = (): boolean => document.getElementById(dialogId) !== null;

/** Whether it has nothing on its way to the server, so that closing it changes nothing. */
export const dialogIsIdle = (): boolean => document.getElementById(dialogId)?.ariaBusy === "false";
