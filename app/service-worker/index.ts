// Keeps the last lists for when there is no connection. Each part is in a file of its own.
import { answerAsset, isAsset, keepAssets } from "./assets.ts";
import { answerPage, answerSignIn, isCopied, isSignIn, renewCopiesSoon } from "./copies.ts";
import { showNotifications } from "./notifications.ts";
import { renewPushSubscription } from "./push-subscription.ts";
import { keepChanges } from "./queue/index.ts";
import { scope } from "./scope.ts";
import { signOut } from "./sign-out.ts";

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
  if (isAsset(path)) return event.respondWith(answerAsset(request));
  if (isSignIn(path)) return event.respondWith(answerSignIn(request));
  if (request.mode === "navigate") event.respondWith(answerPage(request));
  if (isCopied(path)) event.waitUntil(renewCopiesSoon());
});

keepChanges();
showNotifications();
renewPushSubscription();
