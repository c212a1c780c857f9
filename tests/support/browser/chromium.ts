import { existsSync } from "node:fs";
import type { LaunchOptions } from "@playwright/test";

/** The headless shell uses half the CPU of the whole browser. */
const debians = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];

export const homeHost = "mila.local";

/** Prefers Debian's browser over Playwright's, and blocks the internet. */
export function browserOptions(): LaunchOptions {
  return {
    executablePath: process.env.CHROMIUM_PATH ?? debians.find((path) => existsSync(path)),
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      // Test pages live for seconds, so optimizing code and a GPU process cost more than they save.
      "--js-flags=--no-maglev --no-turbofan --single-threaded-gc",
      "--in-process-gpu",
      // Acts as a host in a home network: unlike 127.0.0.1, browsers don't trust its connection.
      `--host-resolver-rules=MAP ${homeHost} 127.0.0.1`,
    ],
  };
}

/**
 * Debian's Chromium 150 crashes now and then while it starts, which says nothing about Mila. Starts
 * it a second time.
 */
export async function startBrowser<Started>(launch: () => Promise<Started>): Promise<Started> {
  try {
    return await launch();
  } catch (error) {
    if (!String(error).includes("Segmentation fault")) throw error;
    return launch();
  }
}
