// Caches the last lists for offline use. Each part is in a file of its own.
import { sharePath } from "#app/domain/tasks/offline/shared-input.ts";
import { answerAsset, isAsset, keepAssets, offlinePage } from "./assets.ts";
import {
  answerPage,
  answerSignIn,
  isCopied,
  isSignIn,
  noteOpened,
  renewCopiesSoon,
  forgetCopies,
  forgetLastUser,
  readUserId,
} from "./copies.ts";
import { showNotifications } from "./notifications.ts";
import { renewPushSubscription, endPushSubscription } from "./push-subscription.ts";
import { keepChanges } from "./queue/index.ts";
import { scope } from "./scope.ts";
import { forgetOldShared, forgetSharedOf, takeShared } from "./shared.ts";
import { sendWaiting } from "./queue/send.ts";
import { listChanges, removeChanges } from "./queue/store.ts";

scope.addEventListener("install", (event) => {
  event.waitUntil(keepAssets());
  void scope.skipWaiting();
});

scope.addEventListener("activate", (event) => {
  event.waitUntil(scope.clients.claim());
  event.waitUntil(renewCopiesSoon());
});

scope.addEventListener("fetch", (event) => {
  const { request } = event;
  const { pathname } = new URL(request.url);
  const path = pathname.replace(/\.data$/, "");
  if (path === "/sign-out") return event.respondWith(signOut(request));
  if (path === sharePath && request.method === "POST")
    return event.respondWith(takeShared(request));
  if (isAsset(path)) return event.respondWith(answerAsset(request));
  if (isSignIn(path)) return event.respondWith(answerSignIn(request));
  if (request.mode === "navigate") event.respondWith(answerPage(request));
  if (!isCopied(path)) return;
  noteOpened(path);
  event.waitUntil(renewCopiesSoon());
  event.waitUntil(forgetOldShared());
});

keepChanges();
showNotifications();
renewPushSubscription();

/**
 * Leaves no private data behind. Pages ask about waiting changes first; a form without its script
 * leads there.
 */
async function signOut(request: Request): Promise<Response> {
  const userId = await readUserId();
  if (userId && request.mode === "navigate" && (await hasWaiting(userId))) {
    await sendWaiting();
    if (await hasWaiting(userId)) return Response.redirect("/sign-out/waiting", 303);
  }
  const answer = await fetch(request).catch(() => null);
  if (!answer)
    return request.mode === "navigate" ? offlinePage("/offline-sign-out.html") : Response.error();
  // The server refuses a form of another website, and the address is not a page.
  if (answer.status >= 400) return answer;
  await forgetCopies();
  await forgetLastUser();
  await endPushSubscription().catch(() => undefined);
  if (!userId) return answer;
  await removeChanges((kept) => kept.userId === userId);
  await forgetSharedOf(userId);
  return answer;
}

async function hasWaiting(userId: string): Promise<boolean> {
  return (await listChanges()).some((kept) => kept.userId === userId && kept.refused === undefined);
}
