import { useSubmit } from "@remix-run/react";
import { useEffect, useState } from "react";
import { useInBrowser } from "#app/ui/kit/use-in-browser.ts";
import { type App, InstallSteps, SecureSteps } from "./push-steps.tsx";

/**
 * "insecure": browsers push only to https and this machine. "install": an iPhone or iPad pushes
 * only to an app on its home screen.
 */
type PushSupport = "ready" | "denied" | "insecure" | "install" | "none";

interface PushHereProps {
  publicKey: string;
  /** The push endpoints of the user's devices. */
  endpoints: string[];
  apps: App[];
}

export function PushHere({ publicKey, endpoints, apps }: PushHereProps) {
  const support = useInBrowser<PushSupport | null>(pushSupport, null);
  return (
    <section className="card-panel stack" aria-labelledby="push-here">
      <h2 id="push-here" className="section-title">
        On this device
      </h2>
      {support === null && <p>Your browser turns this on, and needs JavaScript for it.</p>}
      {support === "insecure" && <SecureSteps apps={apps} />}
      {support === "install" && <InstallSteps />}
      {support === "none" && (
        <p>This browser can’t show notifications while Mila is closed. Another browser may.</p>
      )}
      {support === "denied" && (
        <p>
          This browser blocks Mila’s notifications. Allow them in its settings for this site, then
          come back.
        </p>
      )}
      {support === "ready" && <TurnOn publicKey={publicKey} endpoints={endpoints} />}
    </section>
  );
}

const words = {
  off: "I show your reminders as this device’s own notifications.",
  offWithButtons:
    "I show your reminders as this device’s own notifications, with buttons for Done and In 1 hour.",
  on: "On. Your reminders show here, also while Mila is closed.",
  denied: "This browser didn’t allow it. You can change that in its settings for this site.",
  failed:
    "This browser couldn’t reach its push service. Check the connection, or try another browser.",
};

function TurnOn({ publicKey, endpoints }: Omit<PushHereProps, "apps">) {
  const submit = useSubmit();
  const [status, setStatus] = useState<"off" | "denied" | "failed" | "asking">("off");
  const [endpoint, setEndpoint] = useState<string | null>(null);
  useEffect(() => void findEndpoint().then(setEndpoint, () => undefined), []);
  const isKnown = endpoint !== null && endpoints.includes(endpoint);
  const turnOn = async () => {
    setStatus("asking");
    try {
      const subscription = await subscribe(publicKey);
      setStatus(subscription ? "off" : "denied");
      if (!subscription) return;
      setEndpoint(subscription.endpoint);
      submit({ ...subscription }, { method: "post", preventScrollReset: true });
    } catch {
      setStatus("failed");
    }
  };
  const isAsking = status === "asking";
  const offer = useInBrowser(showsButtons, false) ? "offWithButtons" : "off";
  const shown = isKnown ? "on" : isAsking || status === "off" ? offer : status;
  return (
    <>
      <p role="status">{words[shown]}</p>
      {!isKnown && (
        <div className="button-row justify-start">
          <button
            type="button"
            className="button-primary"
            disabled={isAsking}
            aria-busy={isAsking}
            onClick={() => void turnOn()}
          >
            Turn on for this device
          </button>
        </div>
      )}
    </>
  );
}

function pushSupport(): PushSupport {
  if (!window.isSecureContext) return "insecure";
  const canPush =
    "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
  if (!canPush) return isAppleTouchDevice() ? "install" : "none";
  return Notification.permission === "denied" ? "denied" : "ready";
}

/** Safari and Firefox show notifications without their buttons. */
function showsButtons(): boolean {
  return "maxActions" in Notification && Number(Notification.maxActions) > 0;
}

/** True for iPhones and iPads. iPads call themselves Macs, which have no touch screens. */
function isAppleTouchDevice(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
}

/** Returns null if this browser gets no pushed messages. */
async function findEndpoint(): Promise<string | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription())?.endpoint ?? null;
}

interface Subscription {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/**
 * Asks for permission first. Returns null if the user says no.
 * @throws when the browser's push service can't be reached
 */
async function subscribe(publicKey: string): Promise<Subscription | null> {
  if ((await Notification.requestPermission()) !== "granted") return null;
  const { pushManager } = await navigator.serviceWorker.ready;
  // The push service would refuse keys that Mila no longer has.
  await (await pushManager.getSubscription())?.unsubscribe();
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  const { endpoint, keys = {} } = (await pushManager.subscribe(options)).toJSON();
  const { p256dh = "", auth = "" } = keys;
  return { endpoint: endpoint ?? "", p256dh, auth };
}
