// Caches the pages that open without a connection. They are private, so they are deleted when their
// user signs out.
import { copyHeader, sealHeader, viewerHeader } from "#app/domain/tasks/offline/limits.ts";
import { sharedField, sharedText } from "#app/domain/tasks/offline/shared-input.ts";
import { forgetOldAssets, keepMissingAssets, offlinePage } from "./assets.ts";
import { tellPages } from "./queue/pages.ts";

const cacheName = "mila-pages";
const lastUserName = "mila-last-user";
const lastUserPath = "/last-user";
const copiedPaths = ["/dashboard", "/family", "/week", "/lists", "/lists/shopping"];
/** Lists are copied once they have been opened. */
const listPath = /^\/lists\/[\w-]+$/;
/** Several changes often come at once. */
const quietMs = 1_000;
const timeoutMs = 5_000;

let planned: Promise<void> | undefined;
/** Incremented whenever the cache is deleted: pages requested before then are not cached. */
let generation = 0;

export const isCopied = (path: string): boolean =>
  copiedPaths.includes(path) || listPath.test(path);

export function renewCopiesSoon(): Promise<void> {
  planned ??= new Promise((resolve) => setTimeout(resolve, quietMs))
    .then(() => {
      planned = undefined;
      return renewCopies();
    })
    // The older copies stay.
    .catch(() => undefined);
  return planned;
}

async function renewCopies(): Promise<void> {
  for (const path of copiedPaths) if (!(await renewCopy(path))) return;
  for (const path of await listOpened())
    if (!(await renewCopy(path))) {
      opened.delete(path);
      await (await caches.open(cacheName)).delete(path);
    }
  await keepMissingAssets();
  await forgetOldAssets();
}

const opened = new Set<string>();

/** Keeps a copy of a list from now on. */
export function noteOpened(path: string): void {
  if (!copiedPaths.includes(path)) opened.add(path);
}

/** Lists the addresses of lists that were opened on this device. */
async function listOpened(): Promise<string[]> {
  const kept = await (await caches.open(cacheName)).keys();
  const paths = kept.map(({ url }) => new URL(url).pathname);
  const lists = paths.filter((path) => listPath.test(path) && !copiedPaths.includes(path));
  return [...new Set([...lists, ...opened])];
}

/** @returns false if nobody is signed in, or the page could not be loaded */
async function renewCopy(path: string): Promise<boolean> {
  const generationBefore = generation;
  const page = await fetch(path, {
    headers: { [copyHeader]: "yes", Accept: "text/html" },
    // Bypasses the HTTP cache, in which the browser keeps the page under the same address.
    cache: "no-store",
  });
  const viewer = page.headers.get(viewerHeader);
  if (!viewer) {
    if (page.status === 401 || isSignIn(new URL(page.url).pathname)) await forgetCopies();
    return false;
  }
  // A redirected response cannot answer a navigation.
  const copy = new Response(await page.blob(), { headers: page.headers });
  const known = await readViewer();
  if (generation !== generationBefore) return false;
  if (viewer !== known) await caches.delete(cacheName);
  if (!page.ok || new URL(page.url).pathname !== path) return false;
  await (await caches.open(cacheName)).put(path, copy);
  // The user may have signed out since.
  if (generation !== generationBefore) {
    await caches.delete(cacheName);
    return false;
  }
  // With the key, this user's waiting changes can be read again.
  if (viewer !== known) await tellPages();
  return true;
}

/** Remembers their user, who also owns texts shared before the next sign-in. */
export async function forgetCopies(): Promise<void> {
  generation += 1;
  const userId = await readUserId();
  await caches.delete(cacheName);
  if (userId) await (await caches.open(lastUserName)).put(lastUserPath, new Response(userId));
}

/** After a sign-out, the next user may be somebody else. */
export async function forgetLastUser(): Promise<void> {
  await caches.delete(lastUserName);
}

/** Returns the user of the cached pages, or of the session that ended in this browser. */
export async function readLastUserId(): Promise<string | undefined> {
  const last = await caches.match(lastUserPath, { cacheName: lastUserName });
  return (await readUserId()) ?? last?.text();
}

export const isSignIn = (path: string): boolean => path === "/auth";

/** Shows the cached page only to someone without a session. */
export async function answerSignIn(request: Request): Promise<Response> {
  try {
    const answer = await load(request);
    if (answer.status === 200) await forgetCopies();
    return answer;
  } catch {
    return request.mode === "navigate" ? offlinePage() : Response.error();
  }
}

export const readUserId = async (): Promise<string | undefined> => (await readOwner())?.userId;

/**
 * Returns the user of the cached pages, and the key that encrypts this user's changes. It is
 * deleted with the cache.
 */
export async function readOwner(): Promise<{ userId: string; sealKey: string | null } | null> {
  const copy = await findCopy();
  const userId = copy?.headers.get(viewerHeader)?.split(" ")[0];
  return userId ? { userId, sealKey: copy?.headers.get(sealHeader) ?? null } : null;
}

/** Returns the user and household of the cached pages, as the server named them. */
const readViewer = async (): Promise<string | null> =>
  (await findCopy())?.headers.get(viewerHeader) ?? null;

const findCopy = () => caches.match(copiedPaths[0]!, { cacheName, ignoreVary: true });

/** Returns the page itself, or its cached copy if the server does not answer in time. */
export async function answerPage(request: Request): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  if (request.method !== "GET") return load(request).catch(() => offlinePage());
  const copy = await caches.match(pathname, { cacheName, ignoreVary: true });
  if (!copy) return load(request).catch(() => answerWithoutCopy(pathname, searchParams));
  const page = load(request).then((answer) => (isError(answer) ? copy : answer));
  const timeout = new Promise<Response>((resolve) => setTimeout(() => resolve(copy), timeoutMs));
  return Promise.race([page, timeout]).catch(() => copy);
}

/**
 * The dashboard's copy can move a task (`MoveTask`) and add what another app shares (`AddTask`).
 */
async function answerWithoutCopy(path: string, search: URLSearchParams): Promise<Response> {
  if (search.has(sharedField)) return offlinePage("/offline-shared.html");
  if ((await readViewer()) === null) return offlinePage();
  const movedId = /^\/tasks\/([\w-]+)\/date$/.exec(path)?.[1];
  if (movedId) return Response.redirect(`/dashboard#move-${movedId}`);
  const shared = path === "/tasks/confirm" && sharedText(search);
  if (shared) return Response.redirect(`/dashboard#${new URLSearchParams({ add: shared })}`);
  return path === "/" ? Response.redirect("/dashboard") : offlinePage();
}

const isError = ({ status }: Response): boolean => status >= 502 && status <= 504;

/** @throws if a proxy answers in place of Mila, who marks all her pages, including errors */
async function load(request: Request): Promise<Response> {
  const answer = await fetch(request);
  if (isError(answer) && !answer.headers.has("Origin-Agent-Cluster"))
    throw new TypeError("Mila is down");
  return answer;
}
