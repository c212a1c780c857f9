import { existsSync, globSync, readFileSync } from "node:fs";
import { normalize } from "node:path";
import { rows } from "../../tests/faults/list.ts";
import { faults, pages, playwright, tools, vitest } from "./all-parts.ts";
import type { Part } from "./part.ts";

const files = globSync("tests/{unit,integration,e2e}/**/*.{test,spec}.{ts,tsx}");

/** @param names paths, parts of paths, fault rows, or words from test titles */
export function chosenParts(names: string[], cores: number): Part[] {
  const found = names.map((name) => find(name));
  const chosen = [...new Set(found.flatMap(({ files: own }) => own))];
  const titles = found.flatMap(({ title }) => title ?? []);
  const inBrowser = chosen.filter(isInBrowser);
  const others = chosen.filter((file) => !isInBrowser(file));
  const chosenRows = found.flatMap(({ row }) => row ?? []);
  const needsPages = inBrowser.length + chosenRows.length > 0;
  return [
    ...(chosen.length + chosenRows.length > 0 ? [tools] : []),
    ...(needsPages ? [pages] : []),
    ...(others.length > 0 ? [vitest("vitest", { cores, args: [...others, ...titleOption("-t", titles)] })] : []),
    ...(inBrowser.length > 0
      ? [
          playwright("browser", {
            cores,
            args: [...inBrowser, ...titleOption("-g", titles)],
            after: ["tools", "pages"],
          }),
        ]
      : []),
    ...chosenRows.map((row) => faults({ name: row, cores, args: ["--only", row], after: ["tools", "pages"] })),
  ].map((part) => ({ ...part, isShown: !part.isPreparation }));
}

interface Found {
  files: string[];
  title?: string;
  row?: string;
}

function find(name: string): Found {
  const path = normalize(name).replace(/\/$/, "");
  if (rows.some((row) => row.name === name || path === `tests/faults/rows/${row.name}.ts`))
    return { files: [], row: path.replace(/^.*\/|\.ts$/g, "") };
  if (existsSync(path)) return { files: files.filter((file) => file === path || file.startsWith(`${path}/`)) };
  const named = files.filter((file) => file.includes(name));
  if (named.length > 0) return { files: named };
  return { files: files.filter((file) => readFileSync(file, "utf8").includes(name)), title: name };
}

const isInBrowser = (file: string) => file.startsWith("tests/e2e/");

/** Runners expect a regular expression, so titles are escaped. */
function titleOption(option: string, titles: string[]): string[] {
  return titles.length > 0
    ? [option, titles.map((title) => title.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|")]
    : [];
}
