import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Image } from "./image.ts";

export interface Volume extends Disposable {
  folder: string;
}

/**
 * A new volume as Docker creates it for `-v mila:/data`, with the owner and mode of the image's
 * folder.
 */
export function newVolume(image: Image): Volume {
  const { uid, gid, mode } = statSync(join(image.root, "data"));
  return ownFolder(uid, gid, mode & 0o7777);
}

/** A folder of the host as for `-v /srv/mila:/data`, owned by this user. */
export function ownFolder(uid: number, gid: number = uid, mode: number = 0o700): Volume {
  const folder = mkdtempSync(join(tmpdir(), "mila-volume-"));
  chownSync(folder, uid, gid);
  chmodSync(folder, mode);
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true }) };
}

export function smallVolume(image: Image, megabytes: number): Volume {
  const volume = newVolume(image);
  const { uid, gid, mode } = statSync(volume.folder);
  const options = `size=${megabytes}m,uid=${uid},gid=${gid},mode=${(mode & 0o7777).toString(8)}`;
  spawnSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", volume.folder]);
  return {
    folder: volume.folder,
    [Symbol.dispose]() {
      spawnSync("umount", ["-l", volume.folder]);
      volume[Symbol.dispose]();
    },
  };
}
