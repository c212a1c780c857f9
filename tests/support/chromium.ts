import { existsSync } from "node:fs";
import type { LaunchOptions } from "@playwright/test";

/** The headless shell uses half the CPU. */
const debians = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];

/** Prefers Debian's browser over Playwright's. Nothing reaches the internet. */
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
      // Pages here live for seconds: what optimises their code, and a process for the screen, costs more than it saves.
      "--js-flags=--no-maglev --no-turbofan --single-threaded-gc",
      "--in-process-gpu",
    ],
  };
}
