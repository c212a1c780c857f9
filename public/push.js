// Shows what Mila pushes, also while she is closed. Its words come from app/domain/outbox/rendering/push-message.ts.
self.addEventListener("push", (event) => {
  if (event.data) event.waitUntil(show(event.data.json()));
});

async function show({ title, text, tag, buttons = [], ...data }) {
  // A second copy of the same message makes no second sound.
  const [shown] = await self.registration.getNotifications({ tag });
  const isCopy = shown?.data?.deliveryId === data.deliveryId;
  return self.registration.showNotification(title, {
    body: text,
    tag,
    renotify: !isCopy,
    silent: isCopy,
    icon: "/icon-192.png",
    badge: "/icon-192.png",
    actions: buttons.map(({ type, label }) => ({ action: type, title: label })),
    data: { ...data, title, text, tag, buttons },
  });
}

self.addEventListener("notificationclick", (event) => {
  const { notification, action } = event;
  const { url, seenUrl, buttons = [] } = notification.data ?? {};
  const button = buttons.find(({ type }) => type === action);
  notification.close();
  if (button) return event.waitUntil(press(button, notification.data));
  event.waitUntil(Promise.all([seenUrl && post(seenUrl), url && openPage(url)]));
});

self.addEventListener("notificationclose", (event) => {
  const { seenUrl } = event.notification.data ?? {};
  if (seenUrl) event.waitUntil(post(seenUrl));
});

/** Its link is signed, so that it works without a session. */
async function press(button, data) {
  const answer = await post(button.url);
  if (answer?.ok) return;
  const text = answer ? "This reminder is too old. Tap to open it." : "I can't be reached right now. Please try again.";
  await show({ ...data, text, buttons: answer ? [] : data.buttons });
}

function post(url) {
  return fetch(url, { method: "POST", credentials: "omit" }).catch(() => null);
}

async function openPage(url) {
  const [page] = await self.clients.matchAll({ type: "window" });
  if (!page) return self.clients.openWindow(url);
  await page.focus();
  return page.navigate(url);
}

// The browser's push service gave it a new address.
self.addEventListener("pushsubscriptionchange", (event) => {
  const { oldSubscription, newSubscription } = event;
  event.waitUntil(renew(newSubscription, oldSubscription?.options));
});

async function renew(given, options) {
  const subscription = given ?? (options && (await self.registration.pushManager.subscribe(options)));
  if (!subscription) return;
  const { endpoint, keys } = subscription.toJSON();
  await fetch("/preferences/notifications/push", {
    method: "POST",
    body: new URLSearchParams({ endpoint, p256dh: keys.p256dh, auth: keys.auth }),
  });
}
