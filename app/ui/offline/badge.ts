/**
 * Shows a number on the installed app's icon; 0 shows none. Only pages call it, because Chromium's
 * headless shell would end a service worker that did.
 */
export function showBadge(count: number): void {
  // Firefox has no badges, and an iPhone refuses them until notifications are allowed.
  void (navigator as Partial<Navigator>).setAppBadge?.(count).catch(() => undefined);
}
