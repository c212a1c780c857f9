import type { ChildProcess } from "node:child_process";
import { builtServer } from "../built.ts";
import { startProgram, tellProgram } from "../child.ts";
import { logError } from "../log-line.ts";
import type { Prepared } from "../prepared.ts";
import { announceAddress } from "../running-address.ts";
import { supervise } from "./supervise.ts";

interface Web {
  stop: () => Promise<void>;
  tell: (message: object) => void;
}

interface StartOptions {
  /** Used only for the readiness check; the worker sends by it. */
  privateRedis: { REDIS_URL: string } | undefined;
  onListening: () => void;
  /** Called when a request has caused a message that is due at once. */
  onDue: () => void;
  /** Called if the server exited before listening, so that a restart would not help. */
  onFailure: (exitCode: number) => void;
}

export function startWeb(
  prepared: Prepared,
  { privateRedis, onListening, onDue, onFailure }: StartOptions,
): Web {
  let port: number | undefined;
  let web: ChildProcess;
  const stop = supervise("server", () => {
    // Until Mila is ready, the person who starts her reads what is wrong.
    const say = (words: string) => (port ? logError(words) : console.error(words));
    web = startProgram(builtServer, say, {
      ...privateRedis,
      ...(port && { PORT: String(port) }),
    });
    web.on("message", (message: { listening?: number; isDue?: boolean }) => {
      if (message.isDue) onDue();
      if (port || !message.listening) return;
      port = message.listening;
      printAddresses(prepared, port);
      const { publicUrl, hosts, dataFolder } = prepared;
      announceAddress(dataFolder, publicUrl ?? `http://${hosts[0] ?? "localhost"}:${port}`);
      onListening();
    });
    web.once("close", (code) => {
      if (!port) onFailure(code ?? 1);
    });
    return web;
  });
  return { stop, tell: (message) => tellProgram(web, message) };
}

function printAddresses({ publicUrl, hosts, missingSetup }: Prepared, listening: number): void {
  const addresses = publicUrl
    ? [publicUrl]
    : ["localhost", ...hosts].map((host) => `http://${host}:${listening}`);
  const port = publicUrl ? `  (port ${listening})` : "";
  console.log(`\nMila is ready: ${addresses.join("  ")}${port}`);
  if (missingSetup.length > 0)
    console.log(`\nOptional, not set up yet:\n${missingSetup.join("\n")}`);
  console.log(
    "\nThe first account is Mila's owner, and can check and test all this at /preferences/instance.\n",
  );
}
