import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";

interface Ext4Disk extends Disposable {
  folder: string;
  /** Loses data that was not flushed. Nothing can be written until the power is restored. */
  cutPower: () => void;
  /** Call it once no process uses the disk any more. */
  restorePower: () => Promise<void>;
}

const bytes = 96 * 1_024 * 1_024;

const run = (command: string, ...args: string[]) => spawnSync(command, args).status === 0;

/**
 * Mounts a real ext4 in a file.
 * @returns undefined where this is impossible, because it takes root
 */
export function mountExt4(folder: string): Ext4Disk | undefined {
  const image = `${folder}.img`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(image, "");
  truncateSync(image, bytes);
  const mount = () => run("mount", "-o", "loop", image, folder);
  if (!run("mkfs.ext4", "-q", "-F", image) || !mount()) return undefined;
  return {
    folder,
    cutPower() {
      // The journal ends here, as if the machine had stopped: nothing after its last commit is
      // written.
      if (!run("mount", "-o", "remount,abort", folder))
        throw new Error(`The power of ${folder} could not be cut`);
    },
    async restorePower() {
      while (!run("umount", folder)) await pause(100);
      if (!mount()) throw new Error(`${folder} could not be mounted again`);
    },
    [Symbol.dispose]() {
      run("umount", "-l", folder);
      rmSync(image, { force: true });
    },
  };
}
