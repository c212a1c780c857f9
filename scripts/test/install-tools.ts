// Installs what tests use, where it is missing, and says so.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";

/** What tests use besides the browser; without one of them, what needs it is skipped and says so. */
const programs = ["redis-server", "faketime", "strace"];

const missing = [hasBrowser() ? [] : "chromium", programs.filter((program) => !isInstalled(program))].flat();
if (missing.length > 0) install();

function install(): void {
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
  const absent = missing.filter((program) => programs.includes(program));
  if (absent.length > 0) console.log(`${absent.join(", ")}: not installed, so that what needs it is skipped.`);
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
