// Shows a page of ours instead of the browser's own when there is no connection. It keeps nobody's data.
importScripts("/push.js");

const cacheName = "offline-1";
const offlineFiles = ["/offline.html", "/offline.css", "/icon.svg"];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(cacheName).then((cache) => cache.addAll(offlineFiles)));
  self.skipWaiting();
});

self.addEventListener("fetch", (event) => {
  const path = new URL(event.request.url).pathname;
  if (event.request.mode === "navigate") {
    event.respondWith(fetch(event.request).catch(() => caches.match("/offline.html")));
  } else if (offlineFiles.includes(path)) {
    event.respondWith(fetch(event.request).catch(() => caches.match(path)));
  }
});
