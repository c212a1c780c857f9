import { spawnSync } from "node:child_process";

export const canInstallFromDebian = (): boolean =>
  process.getuid?.() === 0 && isInstalled("apt-get");

/** @param choose returns the packages, once the system knows the newest */
export function installFromDebian(choose: () => string[]): void {
  run("apt-get", "update", "-qq");
  const packages = choose();
  if (packages.length === 0) return;
  // An installation that was interrupted has to be finished first.
  run("dpkg", "--configure", "-a");
  console.log(`Installing ${packages.join(" and ")} from Debian …`);
  // Another installation may be under way.
  const patience = ["-o", "DPkg::Lock::Timeout=300"];
  run("apt-get", "install", "-y", "-qq", "--no-install-recommends", ...patience, ...packages);
}

export function isInstalled(command: string): boolean {
  return spawnSync("which", [command]).status === 0;
}

export function run(command: string, ...args: string[]): void {
  const { status } = spawnSync(command, args, {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
  if (status !== 0) console.error(`${command} ${args.join(" ")} failed`);
}
