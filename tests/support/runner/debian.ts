import { spawnSync } from "node:child_process";

export const canInstallFromDebian = (): boolean =>
  process.getuid?.() === 0 && isInstalled("apt-get");

/** @param choose names the packages, once the system knows of the newest */
export function installFromDebian(choose: () => string[]): void {
  run("apt-get", "update", "-qq");
  const packages = choose();
  if (packages.length === 0) return;
  console.log(`Installing ${packages.join(" and ")} from Debian …`);
  run("apt-get", "install", "-y", "-qq", "--no-install-recommends", ...packages);
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
