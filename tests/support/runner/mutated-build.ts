import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { transformWithEsbuild } from "vite";
import { toAscii } from "../../../programs.config.js";
import { markAsBuilt } from "../../../scripts/start/build.ts";

/** With the compiler's targets: for an older one it writes some regular expressions in another way. */
const bundles = {
  "build/server/{,assets/}*.js": "es2022",
  "build/programs/{,assets/}*.js": "node24",
};
const maxContext = 8;
/**
 * Vite leaves the rest of the module as esbuild prints it, but renames what two scopes call the same: `max2`, and
 * `max$1` to `max$_` by Rollup, which counts in base 64.
 */
const renamed = String.raw`(?:\$[\w$]{1,2}|\d+)?`;

/**
 * Brings a change of one source file into the build of the server and the worker, which takes a moment instead of half a minute. What the
 * build doesn't contain, because only tests use it, runs as it is.
 * @returns what undoes it
 */
export async function patchBuild(
  tree: string,
  file: string,
  original: string,
  changed: string,
): Promise<() => void> {
  const undone: (() => void)[] = [];
  for (const [paths, target] of Object.entries(bundles)) {
    const [before, after] = [
      await compile(file, original, target),
      await compile(file, changed, target),
    ];
    for (const bundle of globSync(paths, { cwd: tree })) {
      const path = join(tree, bundle);
      const built = readFileSync(path, "utf8");
      const patched = patch(built, before, after);
      if (patched === null && isBuilt(built, before, after))
        throw new Error(`cannot be patched in ${bundle}`);
      if (patched === null) continue;
      writeFileSync(path, patched);
      undone.push(() => writeFileSync(path, built));
    }
  }
  markAsBuilt(tree);
  return () => undone.forEach((undo) => undo());
}

async function compile(file: string, source: string, target: string): Promise<string[]> {
  const { code } = await transformWithEsbuild(source, file, {
    target,
    jsx: "automatic",
    sourcemap: false,
  });
  return toAscii(code)
    .split("\n")
    .map((line) => line.replace(/^export (?=async |const |function |default )/, ""));
}

/** The build leaves out unused declarations. */
export function isBuilt(built: string, before: string[], after: string[]): boolean {
  const first = before.findIndex((line, at) => line !== after[at]);
  const declaration = before.slice(0, first + 1).findLast((line) => /^\w/.test(line)) ?? "";
  return new RegExp(patternOf(declaration)).test(built);
}

/** Returns null if the build has no such lines, or several. */
export function patch(built: string, before: string[], after: string[]): string | null {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let same = 0;
  while (same < shorter - start && before.at(-1 - same) === after.at(-1 - same)) same += 1;
  const end = before.length - same;
  const text = `${built}\n`;
  for (let context = 0; context <= maxContext; context += 1) {
    const [first, last] = [Math.max(0, start - context), Math.min(before.length, end + context)];
    const old = withNewlines(before.slice(first, last));
    const replacement = withNewlines(after.slice(first, after.length - (before.length - last)));
    const found = old.trim() ? [...text.matchAll(new RegExp(patternOf(old), "g"))] : [];
    const [match] = found;
    if (match && found.length === 1) {
      const rest = text.slice(match.index + match[0].length);
      return (text.slice(0, match.index) + asBuilt(old, replacement, match.slice(1)) + rest).slice(
        0,
        -1,
      );
    }
  }
  return null;
}

const withNewlines = (lines: string[]) => lines.map((line) => `${line}\n`).join("");

const tokensOf = (text: string) => text.match(/[A-Za-z_$][\w$]*|[^A-Za-z_$]+/g) ?? [];
const isName = (token: string) => /^[A-Za-z_$]/.test(token);
const escape = (text: string) => text.replaceAll(/[$()*+.?[\\\]^{|}/]/g, "\\$&");

/** Has a group for each token. `{ max }` becomes `{ max: max2 }`. */
function patternOf(text: string): string {
  const parts = tokensOf(text).map(escape);
  return parts
    .map((part) => (isName(part) ? `((?:${part}: )?${part}${renamed})` : `(${part})`))
    .join("");
}

/** Keeps what did not change as the build has it, and gives the rest the build's names. */
function asBuilt(old: string, replacement: string, built: string[]): string {
  const [before, after] = [tokensOf(old), tokensOf(replacement)];
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let same = 0;
  while (same < shorter - start && before.at(-1 - same) === after.at(-1 - same)) same += 1;
  const isProperty = (tokens: string[], at: number) => /(?<!\.\.)\.$/.test(tokens[at - 1] ?? "");
  const names = new Map<string, string>();
  for (const [at, token] of before.entries())
    if (!isProperty(before, at)) names.set(token, (built[at] ?? token).replace(/^\w+: /, ""));
  const changed = after.map((token, at) =>
    isProperty(after, at) || !isName(token) ? token : (names.get(token) ?? token),
  );
  return [
    ...built.slice(0, start),
    ...changed.slice(start, after.length - same),
    ...built.slice(before.length - same),
  ].join("");
}
