import { existsSync } from "node:fs";
import type { LaunchOptions } from "@playwright/test";

const debians = "/usr/bin/chromium";

/** How browsers are started: Debian's where it is, else Playwright's own; nothing asks the outside world for anything. */
export function browserOptions(): LaunchOptions {
  return {
    executablePath: process.env.CHROMIUM_PATH ?? (existsSync(debians) ? debians : undefined),
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  };
}
