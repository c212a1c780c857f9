/** On the installed app's icon; 0 shows none. Called by pages: Chromium's headless shell ends a service worker for it. */
export function showBadge(count: number): void {
  // An iPhone refuses until notifications are allowed.
  // oxlint-disable-next-line typescript/no-unnecessary-condition -- Firefox has none
  void navigator.setAppBadge?.(count).catch(() => undefined);
}
