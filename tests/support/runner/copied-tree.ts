import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

/** Passes a copy of this tree, with its build. */
export async function withCopy<Result>(use: (tree: string) => Promise<Result>): Promise<Result> {
  const tree = mkdtempSync(join(tmpdir(), "mila-copy-"));
  try {
    const { stdout } = spawnSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"]);
    for (const file of String(stdout).split("\n").filter(Boolean)) cpSync(file, join(tree, file));
    symlinkSync(resolve("node_modules"), join(tree, "node_modules"));
    cpSync("build", join(tree, "build"), { recursive: true });
    return await use(tree);
  } finally {
    rmSync(tree, { recursive: true });
  }
}
