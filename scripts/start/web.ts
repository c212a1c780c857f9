import { existsSync } from "node:fs";
import type { Settings } from "#app/config/env.server.ts";
import { homeAddresses } from "#app/config/home-host.server.ts";
import { startProgram } from "./child.ts";
import { supervise } from "./supervise.ts";

interface AtStart {
  onListening: () => void;
  /** It exited before listening, so a restart would not help. */
  onFailure: (exitCode: number) => void;
}

/** Keeps the server running and prints its address. Returns a function that stops it. */
export function startWeb(env: Settings, notSetUp: string[], { onListening, onFailure }: AtStart): () => Promise<void> {
  let port: number | undefined;
  return supervise("server", () => {
    // A restart keeps the port, even one that the system chose.
    const web = startProgram("app/server.ts", port ? { PORT: String(port) } : {});
    web.on("message", (message: { listening?: number }) => {
      if (port || !message.listening) return;
      port = message.listening;
      announce(env, port, notSetUp);
      onListening();
    });
    web.once("exit", (code) => {
      if (!port) onFailure(code ?? 1);
    });
    return web;
  });
}

/** Docker's and Podman's marks. A container does not know its machine's addresses. */
const isContainer = ["/.dockerenv", "/run/.containerenv"].some((file) => existsSync(file));

function announce(env: Settings, listening: number, notSetUp: string[]): void {
  const addresses = env.APP_URL
    ? [env.APP_URL]
    : ["localhost", ...(isContainer ? [] : homeAddresses())].map((host) => `http://${host}:${listening}`);
  const port = env.APP_URL ? `  (port ${listening})` : "";
  console.log(`\nMila is ready: ${addresses.join("  ")}${port}`);
  if (notSetUp.length > 0) console.log(`\nOptional, not set up yet:\n${notSetUp.join("\n")}`);
  console.log("\nThe first account is the administrator, and can check and test all this at /preferences/instance.\n");
}
