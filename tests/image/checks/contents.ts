import assert from "node:assert/strict";
import { existsSync, globSync, lstatSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Check } from "../check.ts";
import { layOutBase } from "../image.ts";

const maxMegabytes = 250;
const builders = "npm,npx,yarn,corepack,gcc,g++,cc,make,python3,git,node-gyp";
/** Private files, and files that never run. */
const foreign = [
  "**/{.env,.git,secrets.json,*.db,*.pem,id_rsa}",
  "node_modules/**/*.{map,ts,c,h}",
  "node_modules/**/*{musl,darwin,win32}*.node",
  "node_modules/{typescript,vite,node-linux-*}",
  "{tests,app/ui,app/routes,scripts/image}",
];

export const contents: Check = {
  name: "it is small, and holds no secrets, no build tools and nothing that never runs",
  async run({ root }) {
    assert.ok(existsSync(join(root, "mila/build/server/index.js")), "it was not built");
    assert.ok(
      globSync("mila/build/compile-cache/*-1000/*", { cwd: root }).length > 0,
      "nothing is compiled",
    );
    const base = layOutBase();
    const [built, before] = [filesIn(root), filesIn(base)];
    // Removing base files does not shrink an image.
    const added = [...built]
      .filter(([file, size]) => before.get(file) !== size)
      .reduce((sum, [, size]) => sum + size, 0);
    rmSync(base, { recursive: true });
    const megabytes = (bytes: number) => Math.round(bytes / 1_000_000);
    const sum = (files: Map<string, number>) =>
      [...files.values()].reduce((total, size) => total + size, 0);
    assert.ok(megabytes(added) <= maxMegabytes, `${megabytes(added)} MB are added to the base`);
    assert.deepEqual(globSync(`{,usr/,usr/local/}{,s}bin/{${builders}}`, { cwd: root }), []);
    assert.deepEqual(globSync(foreign, { cwd: join(root, "mila") }), []);
    const unread = globSync("mila/**/*", { cwd: root }).filter(
      (file) => !(lstatSync(join(root, file)).mode & 0o004),
    );
    assert.deepEqual(unread, [], "some files can be read by some users only");
    assert.match(readFileSync("Dockerfile", "utf8"), /^USER node$/m);
    return {
      "image (MB)": megabytes(sum(built)),
      "base (MB)": megabytes(sum(before)),
      "added (MB)": megabytes(added),
    };
  },
};

/** Sizes in bytes. */
function filesIn(root: string): Map<string, number> {
  const all = globSync("**/*", { cwd: root, exclude: ["proc", "sys", "dev"] });
  const stats = all.map((file) => [file, lstatSync(join(root, file))] as const);
  return new Map(stats.flatMap(([file, stat]) => (stat.isFile() ? [[file, stat.size]] : [])));
}
