import { spawnSync } from "node:child_process";
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";

interface SmallDisk extends Disposable {
  folder: string;
  fill: () => void;
  makeRoom: () => void;
}

/** @returns undefined where nothing can be mounted, which takes root */
export function mountSmallDisk(folder: string, size = "16m"): SmallDisk | undefined {
  mkdirSync(folder, { recursive: true });
  if (spawnSync("mount", ["-t", "tmpfs", "-o", `size=${size}`, "tmpfs", folder]).status !== 0)
    return undefined;
  const filler = join(folder, "filler");
  return {
    folder,
    fill: () => fill(filler),
    makeRoom: () => rmSync(filler),
    [Symbol.dispose]: () => void spawnSync("umount", ["-l", folder]),
  };
}

function fill(file: string): void {
  const descriptor = openSync(file, "w");
  try {
    for (let size = 1_048_576; size >= 1_024; size /= 2)
      writeUntilFull(descriptor, Buffer.alloc(size));
  } finally {
    closeSync(descriptor);
  }
}

function writeUntilFull(descriptor: number, block: Buffer): void {
  try {
    while (writeSync(descriptor, block) === block.length);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
  }
}
