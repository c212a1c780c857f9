interface Notice {
  /** A new notification replaces one with the same id, such as one from another tab. */
  id: string;
  title: string;
  body: string;
  url: string;
}

/** Returns null where the browser has no notifications, as on plain HTTP. */
export function notificationPermission(): NotificationPermission | null {
  return "Notification" in window && window.isSecureContext ? Notification.permission : null;
}

export const canNotify = (): boolean => notificationPermission() === "granted";

/** Shows the browser's own notification, if the user has allowed it. */
export async function notify({ id, title, body, url }: Notice): Promise<void> {
  if (!canNotify()) return;
  const options = { body, tag: id, icon: "/icon-192.png", data: { url } };
  // Phones allow notifications only from a service worker.
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker) return worker.showNotification(title, options);
  const notification = new Notification(title, options);
  notification.addEventListener("click", () => {
    window.focus();
    window.location.assign(url);
  });
}
