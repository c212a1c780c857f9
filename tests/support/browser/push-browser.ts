import type { BrowserContext, Page, Worker } from "@playwright/test";
import type { FakePush } from "../../fakes/push.ts";

/** Gives the page the fake's keys, because the browser's own push service is Google's. */
export async function subscribeAt(page: Page, push: FakePush, device: string): Promise<void> {
  await page.addInitScript((subscription) => {
    const { endpoint, p256dh, auth } = subscription;
    const given = {
      endpoint,
      toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
      unsubscribe: async () => true,
    };
    let isSubscribed = false;
    // A headless browser denies them.
    Object.defineProperty(Notification, "permission", { value: "default" });
    Notification.requestPermission = async () => "granted";
    PushManager.prototype.getSubscription = async () => (isSubscribed ? (given as never) : null);
    PushManager.prototype.subscribe = async () => {
      isSubscribed = true;
      return given as never;
    };
  }, push.subscribe(device));
}

interface Shown {
  title: string;
  options: { body: string; actions: { action: string; title: string }[]; data: unknown };
}

interface WorkerScope {
  shown: Shown[];
  registration: { showNotification: (title: string, options: Shown["options"]) => Promise<void> };
  dispatchEvent: (event: Event) => boolean;
}

/** Stores the notifications that a headless browser would refuse to show. */
export async function watchNotifications(context: BrowserContext): Promise<Worker> {
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent("serviceworker"));
  await worker.evaluate(() => {
    const scope = globalThis as unknown as WorkerScope;
    scope.shown = [];
    scope.registration.showNotification = async (title, options) =>
      void scope.shown.push({ title, options });
  });
  return worker;
}

/**
 * Hands the service worker the text that the fake decrypted, as the browser does when its push
 * service sends it.
 */
export async function deliverPush(page: Page, origin: string, text: string): Promise<void> {
  const { session, registrationId } = await registrationOf(page, origin);
  await session.send("ServiceWorker.deliverPushMessage", { origin, registrationId, data: text });
  await session.detach();
}

/**
 * Makes the service worker send the waiting changes, as the browser does once it is online, even
 * with Mila's pages closed.
 */
export async function dispatchSync(page: Page, origin: string): Promise<void> {
  const { session, registrationId } = await registrationOf(page, origin);
  await session.send("ServiceWorker.dispatchSyncEvent", {
    origin,
    registrationId,
    tag: "mila-changes",
    lastChance: false,
  });
  await session.detach();
}

async function registrationOf(page: Page, origin: string) {
  const session = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL.startsWith(origin));
      if (own) resolve(own.registrationId);
    });
  });
  await session.send("ServiceWorker.enable");
  return { session, registrationId: await registered };
}

export async function shownTitles(worker: Worker): Promise<string[]> {
  return worker.evaluate(() =>
    (globalThis as unknown as WorkerScope).shown.map(({ title }) => title),
  );
}

export async function shownTexts(worker: Worker): Promise<string[]> {
  return worker.evaluate(() =>
    (globalThis as unknown as WorkerScope).shown.map(({ options }) => options.body),
  );
}

/** Makes a proxy in front of Mila answer the next request of the service worker. */
export async function answerOnce(worker: Worker, status: number): Promise<void> {
  await worker.evaluate((code) => {
    const { fetch } = globalThis;
    globalThis.fetch = async () => {
      globalThis.fetch = fetch;
      return new Response("", { status: code });
    };
  }, status);
}

/** Acts as if the browser's push service gave it a new address. */
export async function renewSubscription(
  worker: Worker,
  push: FakePush,
  old: string,
  renewed: string,
): Promise<void> {
  const subscriptions = [old, renewed].map((device) => push.subscribe(device));
  await worker.evaluate(
    (given) => {
      const [oldSubscription, newSubscription] = given.map(({ endpoint, ...keys }) => ({
        endpoint,
        toJSON: () => ({ endpoint, keys }),
      }));
      const about = { oldSubscription, newSubscription, waitUntil: () => undefined };
      const properties = Object.entries(about).map(([name, value]) => [name, { value }]);
      const event = Object.defineProperties(
        new Event("pushsubscriptionchange"),
        Object.fromEntries(properties),
      );
      (globalThis as unknown as WorkerScope).dispatchEvent(event);
    },
    subscriptions.map(({ endpoint, p256dh, auth }) => ({ endpoint, p256dh, auth })),
  );
}

/** Counts how often the browser is told to stop pushing. */
export async function watchUnsubscribing(worker: Worker): Promise<() => Promise<number>> {
  await worker.evaluate(() => {
    const scope = globalThis as unknown as { unsubscribed: number };
    scope.unsubscribed = 0;
    const unsubscribe = async () => Boolean((scope.unsubscribed += 1));
    PushManager.prototype.getSubscription = async () => ({ unsubscribe }) as never;
  });
  return () =>
    worker.evaluate(() => (globalThis as unknown as { unsubscribed: number }).unsubscribed);
}

/** Presses a button on the notification, or the notification itself for "". */
export async function pressNotification(
  worker: Worker,
  title: string,
  label: string,
): Promise<void> {
  await worker.evaluate(
    ([wanted, button]) => {
      const scope = globalThis as unknown as WorkerScope;
      const notification = scope.shown.find((one) => one.title === wanted)!;
      const { actions, data } = notification.options;
      const action = actions.find((one) => one.title === button)?.action ?? "";
      const about = {
        action,
        notification: { data, close: () => undefined },
        waitUntil: () => undefined,
      };
      const properties = Object.entries(about).map(([name, value]) => [name, { value }]);
      scope.dispatchEvent(
        Object.defineProperties(new Event("notificationclick"), Object.fromEntries(properties)),
      );
    },
    [title, label] as const,
  );
}
