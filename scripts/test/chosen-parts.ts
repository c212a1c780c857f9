import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, relative } from "node:path";
import { isInBrowser } from "./affected-tests.ts";
import { faults, pages, playwright, tools, vitest } from "./all-parts.ts";
import type { Part } from "./part.ts";

const files = globSync("tests/{unit,integration,e2e}/**/*.{test,spec}.{ts,tsx}");
const rowFiles = globSync("tests/faults/rows/*.ts");
/** A file can have the words only outside its titles. Without any test, `npm test` fails itself. */
const noTests = "--pass-with-no-tests";

/** @param names paths, `file:line`, parts of paths, fault rows, or words from test titles */
export function chosenParts(names: string[], cores: number): Part[] {
  const found = names.map((name) => find(name));
  const whole = unique(found.flatMap(({ files: own, title }) => (title ? [] : own)));
  const titled = unique(found.flatMap(({ files: own, title }) => (title ? own : [])));
  const titles = found.flatMap(({ title }) => title ?? []);
  const chosenRows = unique(found.flatMap(({ rows = [] }) => rows));
  const needsPages = [...whole, ...titled].some(isInBrowser) || chosenRows.length > 0;
  const options = { cores, after: needsPages ? ["tools", "pages"] : ["tools"] };
  const chosen = [
    ...runners({ ...options, files: whole }),
    // Separate, because a runner applies titles to all its files.
    ...runners({ ...options, files: titled, titles }),
    ...chosenRows.map((row) => faults({ ...options, name: row, args: ["--only", row] })),
  ];
  if (chosen.length === 0) return [];
  const preparation = needsPages ? [tools, pages] : [tools];
  return [...preparation, ...chosen].map((part) => ({ ...part, isShown: !part.isPreparation }));
}

interface Chosen {
  files: string[];
  titles?: string[];
  cores: number;
  after: string[];
}

function runners({ files: own, titles = [], ...options }: Chosen): Part[] {
  const ending = titles.length > 0 ? "-titles" : "";
  const inBrowser = own.filter(isInBrowser);
  const others = own.filter((file) => !isInBrowser(file));
  const vitestArgs = [...others, ...titleOption("-t", titles)];
  const browserArgs = [...inBrowser, noTests, ...titleOption("-g", titles)];
  return [
    ...(others.length > 0 ? [vitest(`vitest${ending}`, { ...options, args: vitestArgs })] : []),
    ...(inBrowser.length > 0
      ? [playwright(`browser${ending}`, { ...options, args: browserArgs })]
      : []),
  ];
}

const unique = (items: string[]) => [...new Set(items)];

interface Found {
  files: string[];
  title?: string;
  rows?: string[];
}

function find(name: string): Found {
  const rows = rowFiles.map((file) => basename(file, ".ts"));
  if (rows.includes(name)) return { files: [], rows: [name] };
  const [, place = "", line = ""] = /^(.+?)(:\d+)?\/*$/.exec(name) ?? [];
  if (existsSync(place)) {
    const path = relative(".", place);
    if (line) return { files: files.includes(path) ? [path + line] : [] };
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
