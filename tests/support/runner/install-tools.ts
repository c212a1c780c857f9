import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";
import { playwrightProgram } from "../../../scripts/test/steps.ts";
import { installPromtool } from "./install-promtool.ts";
import { browserOptions } from "../browser/chromium.ts";
import { canInstallFromDebian, installFromDebian, isInstalled, run } from "./debian.ts";

const promtool = "promtool";
const packageOf: Record<string, string> = { dovecot: "dovecot-imapd" };
const programs = ["redis-server", "faketime", "strace", "dovecot", promtool];

const findMissing = () => programs.filter((program) => !isInstalled(program));
const missing = findMissing();
const needsBrowser = !hasBrowser();
if (missing.length > 0 || needsBrowser) {
  install();
  reportMissing();
}

function install(): void {
  if (canInstallFromDebian()) {
    const packages = missing
      .filter((program) => program !== promtool)
      .map((program) => packageOf[program] ?? program);
    // The list of packages names the browser only once it is up to date.
    installFromDebian(() => [...(needsBrowser ? [debianBrowser()] : []), ...packages]);
    if (missing.includes(promtool)) installPromtool();
    return;
  }
  if (needsBrowser) {
    console.log("Installing Playwright's browser …");
    run(playwrightProgram, "install", "chromium");
  }
}

function reportMissing(): void {
  const absent = findMissing();
  if (absent.length > 0)
    console.log(`Not installed: ${absent.join(", ")}. Tests that need it are skipped.`);
  if (hasBrowser()) return;
  console.error("No browser could be installed, and every journey needs one.");
  process.exitCode = 1;
}

function debianBrowser(): string {
  const headless = "chromium-headless-shell";
  return spawnSync("apt-cache", ["show", headless]).status === 0 ? headless : "chromium";
}

function hasBrowser(): boolean {
  const { executablePath = chromium.executablePath() } = browserOptions();
  return existsSync(executablePath);
}
