import { RemixBrowser } from "@remix-run/react";
import { startTransition, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { keepPageOverFailedReloads } from "./client/live/background-reload.ts";

keepPageOverFailedReloads();

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RemixBrowser />
    </StrictMode>,
  );
});

// Who goes on while the page is being loaded anew leaves an answer half read. The router takes no note of that, which
// is right; but it leaves the promise behind, and browsers complain about it.
window.addEventListener("unhandledrejection", (event) => {
  if (event.reason instanceof DOMException && event.reason.name === "AbortError") event.preventDefault();
});

// Browsers have none on plain http outside of this machine.
if (import.meta.env.PROD && "serviceWorker" in navigator) navigator.serviceWorker.register("/service-worker.js");
