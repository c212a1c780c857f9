import { RemixBrowser } from "@remix-run/react";
import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { keepPageOnFailedReload } from "./ui/live/background-reload.ts";

keepPageOnFailedReload();

// StrictMode is off, because Conform loses its listeners of form errors there (edmundhung/conform,
// issue 884).
startTransition(() => void hydrateRoot(document, <RemixBrowser />));

// Navigating aborts a reload. The router ignores the abort but leaves its promise unhandled.
window.addEventListener("unhandledrejection", (event) => {
  if (event.reason instanceof DOMException && event.reason.name === "AbortError")
    event.preventDefault();
});

// On plain http, browsers support service workers only on localhost. Without one, only offline use
// is missing.
if (import.meta.env.PROD && "serviceWorker" in navigator)
  navigator.serviceWorker.register("/service-worker.js").catch(() => undefined);
