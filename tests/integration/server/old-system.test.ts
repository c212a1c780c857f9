import { spawnSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { noSettings } from "../../support/product/no-settings.ts";
import { temporaryFolder } from "../../support/records/backup.ts";
import { withCopy } from "../../support/runner/copied-tree.ts";

const addon = `better-sqlite3/prebuilds/linux-${process.arch}.node`;
const [newest, tooNew] = ["GLIBC_2.34", "GLIBC_2.99"] as const;

test.runIf(process.platform === "linux")(
  "an old C library is one line with the systems that have a newer one",
  async () => {
    using data = temporaryFolder();
    await withCopy(async (tree) => {
      askForNewerLibrary(join(tree, "node_modules"));
      const settings = { PATH: "/nonexistent", DATA_DIR: data.folder, PORT: "0" };
      const env = { ...noSettings, NODE_ENV: "production" as const, ...settings };
      const { status, stderr } = spawnSync(process.execPath, [join(tree, "scripts/start.js")], {
        env,
      });
      const [, ...lines] = String(stderr).trim().split("\n");
      expect([status, lines]).toEqual([
        1,
        [expect.stringMatching(/too old.*glibc 2\.34.*docker\.md$/)],
      ]);
      expect(readFileSync("README.md", "utf8")).toContain("glibc 2.34");
    });
  },
);

/** Lets SQLite's build ask for a C library that no system has: to it, this one is old. */
function askForNewerLibrary(packages: string): void {
  rmSync(packages);
  mkdirSync(packages);
  for (const name of readdirSync("node_modules").filter((found) => found !== "better-sqlite3"))
    symlinkSync(resolve("node_modules", name), join(packages, name));
  cpSync("node_modules/better-sqlite3", join(packages, "better-sqlite3"), { recursive: true });
  const build = readFileSync(join(packages, addon));
  replaceAll(build, Buffer.from(newest), Buffer.from(tooNew));
  replaceAll(build, elfHash(newest), elfHash(tooNew));
  writeFileSync(join(packages, addon), build);
}

function replaceAll(bytes: Buffer, from: Buffer, to: Buffer): void {
  for (let at = bytes.indexOf(from); at >= 0; at = bytes.indexOf(from, at + 1)) to.copy(bytes, at);
}

/** By which the system's loader finds a version. */
function elfHash(name: string): Buffer {
  let hash = 0;
  for (const byte of Buffer.from(name)) {
    hash = ((hash << 4) >>> 0) + byte;
    const high = hash & 0xf0000000;
    hash = (hash ^ (high >>> 24)) & ~high & 0x0fffffff;
  }
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(hash >>> 0);
  return bytes;
}
