/** On the installed app's icon; 0 shows none. Called by pages: Chromium's headless shell ends a service worker for it. */
export function showBadge(count: number): void {
  // Firefox has none, and an iPhone refuses until notifications are allowed.
  void (navigator as Partial<Navigator>).setAppBadge?.(count).catch(() => undefined);
}
