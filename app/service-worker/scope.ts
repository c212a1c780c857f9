// TypeScript's own types of service workers can't be used beside those of pages.

interface ExtendableEvent extends Event {
  waitUntil: (work: Promise<unknown>) => void;
}

interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  respondWith: (answer: Promise<Response>) => void;
}

interface MessageEventOfPage extends ExtendableEvent {
  readonly data: unknown;
  readonly ports: readonly MessagePort[];
}

interface NotificationEvent extends ExtendableEvent {
  readonly notification: Notification;
  /** The action of the pressed button. */
  readonly action: string;
}

interface Events {
  install: ExtendableEvent;
  activate: ExtendableEvent;
  fetch: FetchEvent;
  message: MessageEventOfPage;
  sync: ExtendableEvent;
  push: ExtendableEvent & { readonly data: { json: () => unknown } | null };
  notificationclick: NotificationEvent;
  notificationclose: NotificationEvent;
  pushsubscriptionchange: ExtendableEvent & {
    readonly oldSubscription: PushSubscription | null;
    readonly newSubscription: PushSubscription | null;
  };
}

interface WindowClient {
  readonly url: string;
  postMessage: (message: unknown) => void;
  focus: () => Promise<unknown>;
  navigate: (url: string) => Promise<unknown>;
}

interface ServiceWorkerScope {
  addEventListener: <Name extends keyof Events>(
    name: Name,
    listener: (event: Events[Name]) => void,
  ) => void;
  skipWaiting: () => Promise<void>;
  readonly registration: ServiceWorkerRegistration & {
    sync?: { register: (tag: string) => Promise<void> };
  };
  readonly clients: {
    claim: () => Promise<void>;
    matchAll: (options: { type: "window" }) => Promise<WindowClient[]>;
    openWindow: (url: string) => Promise<unknown>;
  };
}

export const scope = globalThis as unknown as ServiceWorkerScope;
