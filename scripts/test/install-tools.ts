import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";

/** Installs the browser and the Redis server that tests use, where they are missing, and says so. */
export async function installTools(): Promise<void> {
  const missing = [hasBrowser() ? [] : "chromium", isInstalled("redis-server") ? [] : "redis-server"].flat();
  if (missing.length === 0) return;
  if (process.getuid?.() === 0 && isInstalled("apt-get")) {
    console.log(`Installing ${missing.join(" and ")} from Debian …`);
    run("apt-get", "update", "-qq");
    run("apt-get", "install", "-y", "-qq", "--no-install-recommends", ...missing);
    return;
  }
  if (missing.includes("chromium")) {
    console.log("Installing Playwright's browser …");
    run("playwright", "install", "chromium");
  }
  if (missing.includes("redis-server")) console.log("redis-server is not installed: what needs it is skipped.");
}

function hasBrowser(): boolean {
  return Boolean(process.env.CHROMIUM_PATH) || existsSync("/usr/bin/chromium") || existsSync(chromium.executablePath());
}

function isInstalled(command: string): boolean {
  return spawnSync("which", [command]).status === 0;
}

function run(command: string, ...args: string[]): void {
  const { status } = spawnSync(command, args, {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
  if (status !== 0) console.error(`${command} ${args.join(" ")} failed`);
}
