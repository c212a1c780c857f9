// npm run test:browsers: journeys in Firefox and WebKit, which it installs if they are missing.
//   -- offline             only files with this in their name
//   -- --project firefox   only in this browser: firefox, webkit, or both together
import { spawnSync } from "node:child_process";
import { canInstallFromDebian, installFromDebian, isInstalled } from "../support/runner/debian.ts";
import { findMiniBrowser } from "./drivers/webkit.ts";

const packages = ["firefox-esr", "webkit2gtk-driver", "xvfb"];

const isComplete = () =>
  ["firefox-esr", "WebKitWebDriver", "Xvfb"].every(isInstalled) && findMiniBrowser() !== undefined;

if (!isComplete() && canInstallFromDebian()) installFromDebian(() => packages);
if (!isComplete()) {
  console.error(
    `These journeys need Debian's ${packages.join(", ")}, which could not be installed.`,
  );
  process.exit(1);
}
const vitest = ["node_modules/.bin/vitest", "run", "--config=tests/browsers/vitest.config.ts"];
const [command = "", ...args] = [...vitest, ...process.argv.slice(2)];
process.exit(spawnSync(command, args, { stdio: "inherit" }).status ?? 1);
