import { scope } from "./scope.ts";

/** Tells Mila when the browser's push service gives it a new address. */
export function renewPushSubscription(): void {
  scope.addEventListener("pushsubscriptionchange", (event) => {
    const { oldSubscription, newSubscription } = event;
    // Without the old address nobody knows whose device this is: its page offers to turn push on
    // again.
    if (oldSubscription) event.waitUntil(renew(oldSubscription, newSubscription));
  });
}

async function renew(old: PushSubscription, given: PushSubscription | null): Promise<void> {
  const subscription = given ?? (await scope.registration.pushManager.subscribe(old.options));
  const { endpoint = "", keys } = subscription.toJSON();
  await fetch("/preferences/notifications/push/renew", {
    method: "POST",
    body: new URLSearchParams({ replaces: old.endpoint, endpoint, ...keys }),
  });
}

/** Stops notifications after signing out, even if an earlier session turned them on. */
export async function endPushSubscription(): Promise<void> {
  // An iPhone has no push manager until Mila is on its home screen.
  const { pushManager }: Partial<ServiceWorkerRegistration> = scope.registration;
  await (await pushManager?.getSubscription())?.unsubscribe();
}
