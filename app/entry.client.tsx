import { RemixBrowser } from "@remix-run/react";
import { startTransition, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RemixBrowser />
    </StrictMode>,
  );
});

// Browsers have none on plain http outside of this machine.
if (import.meta.env.PROD && "serviceWorker" in navigator) navigator.serviceWorker.register("/service-worker.js");
