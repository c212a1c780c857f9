import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { z } from "zod";

export interface Change {
  file: string;
  from: string;
  to: string;
}

/** Passes a copy of this tree with the changes. */
export async function withMutation<Result>(
  { changes, isBuilt }: { changes: Change[]; isBuilt?: boolean },
  use: (tree: string) => Result | Promise<Result>,
): Promise<Result> {
  const tree = mkdtempSync(join(tmpdir(), "mila-mutation-"));
  try {
    mutate(tree, changes);
    if (isBuilt) buildAt(tree);
    else cpSync("build", join(tree, "build"), { recursive: true });
    return await use(tree);
  } finally {
    rmSync(tree, { recursive: true });
  }
}

function mutate(tree: string, changes: Change[]): void {
  const { stdout } = spawnSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"]);
  for (const file of String(stdout).split("\n").filter(Boolean)) cpSync(file, join(tree, file));
  symlinkSync(resolve("node_modules"), join(tree, "node_modules"));
  for (const { file, from, to } of changes) {
    const text = readFileSync(join(tree, file), "utf8");
    if (!text.includes(from)) throw new Error(`${file} has changed: the mutation does not fit any more`);
    writeFileSync(
      join(tree, file),
      text.replace(from, () => to),
    );
  }
}

function buildAt(tree: string): void {
  const build = 'import("./scripts/start/build.ts").then(({ buildIfNeeded }) => buildIfNeeded())';
  const { status } = spawnSync(process.execPath, ["-e", build], { cwd: tree, stdio: ["ignore", "ignore", "inherit"] });
  if (status !== 0) throw new Error("The mutation cannot be built");
}

/** "fails" if a test of the file fails, else null. Throws when they cannot be run. */
export function testSays(tree: string, file: string): string | null {
  const report = join(tree, "test-results.json");
  const line = ["run", file, "--reporter=json", `--outputFile=${report}`];
  const { status, error } = spawnSync("vitest", line, { cwd: tree, stdio: "ignore" });
  if (error) throw error;
  if (status === 0) return null;
  const { numFailedTests } = z.object({ numFailedTests: z.number() }).parse(JSON.parse(readFileSync(report, "utf8")));
  if (numFailedTests === 0) throw new Error(`${file} cannot be run`);
  return "fails";
}
