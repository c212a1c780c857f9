import { scope } from "./scope.ts";

/** The message that app/domain/outbox/rendering/push-message.ts writes. */
interface Message {
  title: string;
  text: string;
  tag: string;
  deliveryId: string;
  url?: string;
  seenUrl?: string;
  buttons?: Button[];
}

interface Button {
  type: string;
  label: string;
  url: string;
}

/** Shows pushed messages, even while no page is open, and handles their buttons. */
export function showNotifications(): void {
  scope.addEventListener("push", (event) => {
    if (event.data) event.waitUntil(show(event.data.json() as Message));
  });
  scope.addEventListener("notificationclick", (event) => {
    const { notification, action } = event;
    const message = (notification.data ?? {}) as Partial<Message>;
    const button = message.buttons?.find(({ type }) => type === action);
    notification.close();
    if (button) return event.waitUntil(press(button, message as Message));
    const { url, seenUrl } = message;
    event.waitUntil(Promise.all([seenUrl && post(seenUrl), url && openPage(url)]));
  });
  scope.addEventListener("notificationclose", (event) => {
    const { seenUrl } = (event.notification.data ?? {}) as Partial<Message>;
    if (seenUrl) event.waitUntil(post(seenUrl));
  });
}

async function show(message: Message): Promise<void> {
  const { title, text, tag, buttons = [] } = message;
  // A second copy of the same message makes no second sound.
  const [shown] = await scope.registration.getNotifications({ tag });
  const isCopy = shown?.data?.deliveryId === message.deliveryId;
  const options = {
    body: text,
    tag,
    renotify: !isCopy,
    silent: isCopy,
    icon: "/icon-192.png",
    badge: "/icon-192.png",
    actions: buttons.map(({ type, label }) => ({ action: type, title: label })),
    data: message,
  };
  return scope.registration.showNotification(title, options);
}

/** Matches answers to report: somebody else was faster, or the answer counts for another day. */
const isNews = /^(?:Nothing changed|Done for )/;

/** The button's link is signed, so that it works without a session. */
async function press(button: Button, message: Message): Promise<void> {
  const answer = await post(button.url);
  if (answer?.ok) {
    const text = await answer.text();
    if (isNews.test(text)) await show({ ...message, text, buttons: [] });
    return;
  }
  // A proxy answers while Mila is down.
  const isOver = answer?.status === 404;
  const text = isOver
    ? "This reminder is too old. Tap to open it."
    : "I can't be reached right now. Please try again.";
  await show({ ...message, text, buttons: isOver ? [] : message.buttons });
}

function post(url: string): Promise<Response | null> {
  return fetch(url, { method: "POST", credentials: "omit" }).catch(() => null);
}

async function openPage(url: string): Promise<unknown> {
  const [page] = await scope.clients.matchAll({ type: "window" });
  if (!page) return scope.clients.openWindow(url);
  await page.focus();
  return page.navigate(url);
}
