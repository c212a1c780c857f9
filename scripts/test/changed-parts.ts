import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { affectedTests, isInBrowser, findUncovered } from "./affected-tests.ts";
import { pages, playwright, tools, types, vitest } from "./all-parts.ts";
import { oxfmt, oxlint } from "./commands.ts";
import type { Part } from "./part.ts";

/** Prints which files no test covers. @throws if Git cannot say what changed */
export function changedParts(cores: number): Part[] {
  const changed = changedFiles();
  if (changed.length === 0) return [];
  const tests = affectedTests(changed);
  const specs = tests.filter(isInBrowser);
  const others = tests.filter((file) => !isInBrowser(file));
  const missed = findUncovered(changed);
  if (missed.length > 0) console.log(`No test is known to cover ${missed.join(", ")}.`);
  const existing = changed.filter((file) => existsSync(file));
  const needsPages = specs.length > 0;
  const after = needsPages ? ["tools", "pages"] : ["tools"];
  return [
    tools,
    ...(needsPages ? [pages] : []),
    types,
    { name: "lint", command: [oxlint, "--deny-warnings"], cores: 0 },
    ...(existing.length > 0
      ? [
          {
            name: "format",
            command: [oxfmt, "--check", "--no-error-on-unmatched-pattern", ...existing],
            cores: 1,
          },
        ]
      : []),
    { ...vitest("vitest", { cores, args: others, after }), isShown: true },
    ...(needsPages
      ? [{ ...playwright("browser", { cores, args: specs, after }), isShown: true }]
      : []),
  ];
}

function changedFiles(): string[] {
  return [
    ...listed("diff", "--name-only", "--relative", "--no-renames", "-z", "HEAD"),
    ...listed("ls-files", "--others", "--exclude-standard", "-z"),
  ];
}

function listed(...args: string[]): string[] {
  const { status, stdout, stderr, error } = spawnSync("git", args, { encoding: "utf8" });
  if (status !== 0)
    throw new Error(`--changed asks Git, which failed: ${error?.message ?? stderr}`);
  return stdout.split("\0").filter(Boolean);
}
