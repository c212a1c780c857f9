import { existsSync } from "node:fs";
import type { LaunchOptions } from "@playwright/test";

/** The first has no windows of its own, and so does with half the CPU. */
const debians = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];

/** How browsers are started: Debian's where it is, else Playwright's own; nothing asks the outside world for anything. */
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
