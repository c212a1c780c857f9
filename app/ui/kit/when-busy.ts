import type { MouseEvent } from "react";

/** For a button whose form is being sent. Unlike a disabled button, it keeps the focus. */
export const whenBusy = (isBusy: boolean) =>
  isBusy
    ? { "aria-disabled": true, onClick: (event: MouseEvent) => event.preventDefault() }
    : undefined;
