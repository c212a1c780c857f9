import type { Settings } from "#app/env.server.ts";
import { homeAddresses } from "#app/home-host.server.ts";
import { startProgram } from "./child.ts";
import { supervise } from "./supervise.ts";

interface AtStart {
  onListening: () => void;
  /** It ended before it ever listened: starting it again would not help. */
  onFailure: (exitCode: number) => void;
}

/** Keeps the server running as a process of its own, and says where it is once it listens. Returns how to stop it. */
export function startWeb(env: Settings, off: string[], { onListening, onFailure }: AtStart): () => Promise<void> {
  let port: number | undefined;
  return supervise("server", () => {
    // Started again it is where it was, though the system may have chosen the port.
    const web = startProgram("app/server.ts", port ? { PORT: String(port) } : {});
    web.on("message", (message: { listening?: number }) => {
      if (port || !message.listening) return;
      port = message.listening;
      announce(env, port, off);
      onListening();
    });
    web.once("exit", (code) => {
      if (!port) onFailure(code ?? 1);
    });
    return web;
  });
}

function announce(env: Settings, listening: number, off: string[]): void {
  const addresses = env.APP_URL
    ? [env.APP_URL]
    : ["localhost", ...homeAddresses()].map((host) => `http://${host}:${listening}`);
  const port = env.APP_URL ? `  (port ${listening})` : "";
  console.log(`\nMila is ready: ${addresses.join("  ")}${port}`);
  if (!env.APP_URL) console.log("Links in messages will not open outside your home: APP_URL is not set.");
  if (off.length > 0) console.log(`Off, because not set up: ${off.join(", ")}.\n`);
}
