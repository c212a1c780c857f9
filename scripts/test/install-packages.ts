// Installs what only the checks need, if it is missing or out of date. Before each command that needs it: package.json.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { oneAtATime } from "../one-at-a-time.ts";

/** Not tests/ itself: with a package.json there, Node would look for the tests' `#app/…` in it. */
const folder = "tests/packages";
const link = "tests/node_modules";
const lockFile = `${folder}/package-lock.json`;
/** Copied last, so an installation that was interrupted starts over. */
const installed = `${link}/.installed-lock.json`;

if (!isCurrent()) {
  await oneAtATime("build/test-packages.lock", () => {
    if (!isCurrent()) install();
  });
}

function isCurrent(): boolean {
  return (
    existsSync(installed) && readFileSync(installed, "utf8") === readFileSync(lockFile, "utf8")
  );
}

function install(): void {
  console.log("Installing the tests' packages, once for each version …");
  const startedAt = Date.now();
  const { status, error } = spawnSync(
    "npm",
    ["ci", "--prefer-offline", "--no-audit", "--no-fund"],
    {
      cwd: folder,
      stdio: ["ignore", "ignore", "inherit"],
    },
  );
  if (status !== 0) {
    console.error(
      `The tests' packages could not be installed: ${error?.message ?? "see the errors above"}`,
    );
    process.exit(1);
  }
  if (!existsSync(link)) symlinkSync("packages/node_modules", link, "junction");
  writeFileSync(installed, readFileSync(lockFile, "utf8"));
  console.log(`Installed in ${Math.round((Date.now() - startedAt) / 1_000)} s`);
}
