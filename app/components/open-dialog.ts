/** The dialog that pages open in (page-dialog.tsx); for scripts that stand outside of it. */
export const dialogId = "page-dialog";

export const dialogIsThere = (): boolean => document.getElementById(dialogId) !== null;
