import { spawnSync } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { pages, playwright, tools, types, vitest } from "./all-parts.ts";
import { withImporters } from "./import-graph.ts";
import type { Part } from "./part.ts";

export function changedParts(cores: number): Part[] {
  const changed = changedFiles();
  if (changed.length === 0) return [];
  const specs = affectedSpecs(withImporters(changed));
  const existing = changed.filter((file) => existsSync(file));
  return [
    tools,
    ...(specs.length > 0 ? [pages] : []),
    types,
    { name: "lint", command: ["oxlint", "--deny-warnings"], cores: 0 },
    { name: "format", command: ["prettier", "--check", "--ignore-unknown", ...existing], cores: 1 },
    { ...vitest("vitest", { cores, args: ["--changed", "--passWithNoTests"] }), isShown: true },
    ...(specs.length > 0
      ? [{ ...playwright("browser", { cores, args: specs, after: ["tools", "pages"] }), isShown: true }]
      : []),
  ];
}

function changedFiles(): string[] {
  const list = (...args: string[]) => String(spawnSync("git", args).stdout).split("\n").filter(Boolean);
  return [...list("diff", "--name-only", "HEAD"), ...list("ls-files", "--others", "--exclude-standard")];
}

function affectedSpecs(affected: Set<string>): string[] {
  const routes = readFileSync("app/routes.ts", "utf8").matchAll(/route\("([^"]+)", "([^"]+)"/g);
  const paths = [...routes]
    .filter(([, , file]) => affected.has(`app/${file}`))
    .map(([, path = ""]) => `/${path.split("/:")[0]}`);
  return globSync("tests/e2e/**/*.spec.ts").filter((spec) => {
    const text = readFileSync(spec, "utf8");
    return affected.has(spec) || paths.some((path) => text.includes(`${path}"`) || text.includes(`${path}/`));
  });
}
