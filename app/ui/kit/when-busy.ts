import type { MouseEvent } from "react";

/** For a button that is being sent: unlike a disabled one, it keeps the focus. */
export const whenBusy = (isBusy: boolean) =>
  isBusy
    ? { "aria-disabled": true, onClick: (event: MouseEvent) => event.preventDefault() }
    : undefined;
