import { scope } from "./scope.ts";

/** For when the browser's push service gives it a new address. */
export function renewPushSubscription(): void {
  scope.addEventListener("pushsubscriptionchange", (event) => {
    const { oldSubscription, newSubscription } = event;
    event.waitUntil(renew(newSubscription, oldSubscription?.options));
  });
}

async function renew(given: PushSubscription | null, options?: PushSubscriptionOptions): Promise<void> {
  const subscription = given ?? (options && (await scope.registration.pushManager.subscribe(options)));
  if (!subscription) return;
  const { endpoint = "", keys } = subscription.toJSON();
  await fetch("/preferences/notifications/push", {
    method: "POST",
    body: new URLSearchParams({ endpoint, ...keys }),
  });
}
