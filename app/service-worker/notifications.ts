import { scope } from "./scope.ts";

/** Opens the task of a notification that was pressed. */
export function openPressedNotifications(): void {
  scope.addEventListener("notificationclick", (event) => {
    event.notification.close();
    const { url } = (event.notification.data ?? {}) as { url?: string };
    if (url) event.waitUntil(openPage(url));
  });
}

async function openPage(url: string): Promise<unknown> {
  const [page] = await scope.clients.matchAll({ type: "window" });
  if (!page) return scope.clients.openWindow(url);
  await page.focus();
  return page.navigate(url);
}
