/**
 * "insecure": browsers push only to https and this machine. "install": an iPhone or iPad pushes only to an app on its
 * home screen.
 */
export type PushSupport = "ready" | "denied" | "insecure" | "install" | "none";

export function pushSupport(): PushSupport {
  if (!window.isSecureContext) return "insecure";
  const canPush =
    "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
  if (!canPush) return isAppleTouchDevice() ? "install" : "none";
  return Notification.permission === "denied" ? "denied" : "ready";
}

/** Safari and Firefox show a notification without its buttons. */
export function showsButtons(): boolean {
  return "maxActions" in Notification && Number(Notification.maxActions) > 0;
}

/** iPads call themselves Macs, which have no touch screens. */
function isAppleTouchDevice(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
}
