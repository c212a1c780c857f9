interface Subscription {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** Null where this browser gets no pushed messages. */
export async function findEndpoint(): Promise<string | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription())?.endpoint ?? null;
}

/** Asks for permission first. Null if the user said no. @throws when the browser's push service can't be reached */
export async function subscribe(publicKey: string): Promise<Subscription | null> {
  if ((await Notification.requestPermission()) !== "granted") return null;
  const { pushManager } = await navigator.serviceWorker.ready;
  // Keys that Mila no longer has would be refused.
  await (await pushManager.getSubscription())?.unsubscribe();
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  const { endpoint, keys = {} } = (await pushManager.subscribe(options)).toJSON();
  const { p256dh = "", auth = "" } = keys;
  return { endpoint: endpoint ?? "", p256dh, auth };
}
