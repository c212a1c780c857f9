import type { ChildProcess } from "node:child_process";
import type { Settings } from "#app/env.server.ts";
import { homeAddresses } from "#app/home-host.server.ts";
import { startProgram } from "./child.ts";

/** Runs the server as a process of its own, and says where it is once it listens. */
export function startWeb(env: Settings, off: string[], onListening: () => void): ChildProcess {
  const web = startProgram("app/server.ts");
  web.on("message", (message: { listening?: number }) => {
    if (!message.listening) return;
    announce(env, message.listening, off);
    onListening();
  });
  return web;
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
