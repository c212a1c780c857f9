import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, relative } from "node:path";
import { isInBrowser } from "./affected-tests.ts";
import { faults, pages, playwright, tools, vitest } from "./all-parts.ts";
import type { Part } from "./part.ts";

const files = globSync("tests/{unit,integration,e2e}/**/*.{test,spec}.{ts,tsx}");
const rowFiles = globSync("tests/faults/rows/*.ts");
/** A file can have the words only outside its titles. Without any test, `npm test` fails itself. */
const noTests = "--pass-with-no-tests";

/** @param names paths, parts of paths, fault rows, or words from test titles */
export function chosenParts(names: string[], cores: number): Part[] {
  const found = names.map((name) => find(name));
  const chosen = [...new Set(found.flatMap(({ files: own }) => own))];
  const titles = found.flatMap(({ title }) => title ?? []);
  const inBrowser = chosen.filter(isInBrowser);
  const others = chosen.filter((file) => !isInBrowser(file));
  const chosenRows = [...new Set(found.flatMap(({ rows = [] }) => rows))];
  const needsPages = inBrowser.length + chosenRows.length > 0;
  const after = needsPages ? ["tools", "pages"] : ["tools"];
  return [
    ...(chosen.length + chosenRows.length > 0 ? [tools] : []),
    ...(needsPages ? [pages] : []),
    ...(others.length > 0 ? [vitest("vitest", { cores, args: [...others, ...titleOption("-t", titles)], after })] : []),
    ...(inBrowser.length > 0
      ? [playwright("browser", { cores, args: [...inBrowser, noTests, ...titleOption("-g", titles)], after })]
      : []),
    ...chosenRows.map((row) => faults({ name: row, cores, args: ["--only", row], after })),
  ].map((part) => ({ ...part, isShown: !part.isPreparation }));
}

interface Found {
  files: string[];
  title?: string;
  rows?: string[];
}

function find(name: string): Found {
  const rows = rowFiles.map((file) => basename(file, ".ts"));
  if (rows.includes(name)) return { files: [], rows: [name] };
  if (existsSync(name)) {
    const path = relative(".", name);
    const isIn = (file: string) => path === "" || file === path || file.startsWith(`${path}/`);
    return { files: files.filter(isIn), rows: rows.filter((_, index) => isIn(rowFiles[index]!)) };
  }
  const named = files.filter((file) => file.includes(name));
  if (named.length > 0) return { files: named };
  return { files: files.filter((file) => readFileSync(file, "utf8").includes(name)), title: name };
}

/** Runners expect a regular expression, so titles are escaped. */
function titleOption(option: string, titles: string[]): string[] {
  return titles.length > 0
    ? [option, titles.map((title) => title.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|")]
    : [];
}
