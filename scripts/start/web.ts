import { spawn } from "node:child_process";
import { networkInterfaces } from "node:os";
import type { Settings } from "#app/env.server.ts";
import { isHomeHost } from "#app/server/home-host.ts";

/** Under 8 s, after which whoever stops us may lose patience. */
const patienceMs = 7_000;

/** Runs the server as a process of its own, passes signals on to it, and ends with it. */
export function superviseWeb(env: Settings): void {
  const web = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", "app/server.ts"], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  web.on("message", (message: { listening?: number }) => {
    if (message.listening) announce(env, message.listening);
  });
  web.on("exit", (code) => process.exit(code ?? 1));
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => {
      web.kill(signal);
      setTimeout(() => web.kill("SIGKILL"), patienceMs).unref();
    });
  }
}

function announce(env: Settings, listening: number): void {
  const addresses = env.APP_URL
    ? [env.APP_URL]
    : ["localhost", ...homeAddresses()].map((host) => `http://${host}:${listening}`);
  const port = env.APP_URL ? `  (port ${listening})` : "";
  console.log(`\nMila is ready: ${addresses.join("  ")}${port}`);
  if (!env.APP_URL) console.log("Links in messages will not open outside your home: APP_URL is not set.");
  const off = [
    env.OPENAI_API_KEY ? [] : "a language model (requests are understood by rules)",
    "Google sign-in",
  ].flat();
  console.log(`Off, because not set up: ${off.join(", ")}.\n`);
}

function homeAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap(
    (list) =>
      list?.flatMap(({ family, internal, address }) =>
        family === "IPv4" && !internal && isHomeHost(address) ? [address] : [],
      ) ?? [],
  );
}
