/** Defined when the service worker is built (service-worker.config.js). */
declare const builtAssets: string[];
declare const builtVersion: string;

const prefix = "mila-assets-";
const cacheName = prefix + builtVersion;
const plainFiles = [
  "/offline.html",
  "/offline-sign-out.html",
  "/offline-shared.html",
  "/offline.css",
  "/icon.svg",
  "/icon-192.png",
];

const files = [...builtAssets, ...plainFiles];

export async function keepAssets(): Promise<void> {
  await (await caches.open(cacheName)).addAll(files);
}

/**
 * The browser, or the previous service worker, may have removed assets while this one was being
 * installed.
 */
export async function keepMissingAssets(): Promise<void> {
  const cache = await caches.open(cacheName);
  const kept = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  await cache.addAll(files.filter((file) => !kept.has(file)));
}

/**
 * Deletes assets only once newer pages are cached, because cached pages need the assets of their
 * own version.
 */
export async function forgetOldAssets(): Promise<void> {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(prefix) && name !== cacheName);
  await Promise.all(old.map((name) => caches.delete(name)));
}

export function isAsset(path: string): boolean {
  return path.startsWith("/assets/") || plainFiles.includes(path);
}

/** The names of assets change with their content; those of other files do not. */
export async function answerAsset(request: Request): Promise<Response> {
  const kept = await caches.match(request, { ignoreVary: true });
  if (new URL(request.url).pathname.startsWith("/assets/")) return kept ?? fetch(request);
  return fetch(request).catch(() => kept ?? Response.error());
}

export async function offlinePage(
  page: "/offline.html" | "/offline-sign-out.html" | "/offline-shared.html" = "/offline.html",
): Promise<Response> {
  return (await caches.match(page)) ?? Response.error();
}
