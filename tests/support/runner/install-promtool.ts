import { spawnSync } from "node:child_process";
import { copyFileSync, globSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Takes the tool alone from Debian's package, which would start a Prometheus. */
export function installPromtool(): void {
  const folder = mkdtempSync(join(tmpdir(), "mila-promtool-"));
  const run = (command: string, ...args: string[]) =>
    spawnSync(command, args, { cwd: folder, stdio: "ignore" }).status === 0;
  try {
    run("apt-get", "download", "prometheus");
    const [file] = globSync(join(folder, "*.deb"));
    if (!file || !run("dpkg-deb", "--extract", file, folder))
      return console.error("promtool could not be installed");
    copyFileSync(join(folder, "usr/bin/promtool"), "/usr/local/bin/promtool");
  } finally {
    rmSync(folder, { recursive: true });
  }
}
