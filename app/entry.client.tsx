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

// Navigating during a reload aborts it. The router ignores that but leaves its promise unhandled.
window.addEventListener("unhandledrejection", (event) => {
  if (event.reason instanceof DOMException && event.reason.name === "AbortError") event.preventDefault();
});

// Browsers have no service workers on plain http, except on this machine.
if (import.meta.env.PROD && "serviceWorker" in navigator) navigator.serviceWorker.register("/service-worker.js");
