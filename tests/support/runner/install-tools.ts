import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";
import { playwright } from "../../../scripts/test/commands.ts";
import { installPromtool } from "./install-promtool.ts";
import { browserOptions } from "../browser/chromium.ts";

const promtool = "promtool";
const programs = ["redis-server", "faketime", "strace", promtool];

const missing = programs.filter((program) => !isInstalled(program));
const needsBrowser = !hasBrowser();
if (missing.length > 0 || needsBrowser) install();

function install(): void {
  if (process.getuid?.() === 0 && isInstalled("apt-get")) return installFromDebian();
  if (needsBrowser) {
    console.log("Installing Playwright's browser …");
    run(playwright, "install", "chromium");
  }
  if (missing.length > 0) console.log(`Not installed: ${missing.join(", ")}. Tests that need it are skipped.`);
}

function installFromDebian(): void {
  run("apt-get", "update", "-qq");
  const tools = [...(needsBrowser ? [debianBrowser()] : []), ...missing];
  console.log(`Installing ${tools.join(" and ")} from Debian …`);
  const packages = tools.filter((tool) => tool !== promtool);
  if (packages.length > 0) run("apt-get", "install", "-y", "-qq", "--no-install-recommends", ...packages);
  if (missing.includes(promtool)) installPromtool();
}

function debianBrowser(): string {
  const headless = "chromium-headless-shell";
  return spawnSync("apt-cache", ["show", headless]).status === 0 ? headless : "chromium";
}

function hasBrowser(): boolean {
  const { executablePath = chromium.executablePath() } = browserOptions();
  return existsSync(executablePath);
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
