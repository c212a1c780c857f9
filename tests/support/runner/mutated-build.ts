import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { transformWithEsbuild } from "vite";
import { markAsBuilt } from "../../../scripts/start/build.ts";

const bundle = "build/server/index.js";
/** Vite leaves the rest of the module as esbuild prints it, but renames what two modules call the same. */
const identifier = /[A-Za-z_$][\w$]*/g;
const renamed = String.raw`(\$\d+)?`;
const maxContext = 8;

/**
 * Brings a change of one source file into the server's build, which takes a moment instead of half a minute. Files that
 * the build doesn't contain, because Node runs them as they are, stay out.
 * @returns what undoes it
 */
export async function patchBuild(tree: string, file: string, original: string, changed: string): Promise<() => void> {
  const path = join(tree, bundle);
  const built = readFileSync(path, "utf8");
  const [before, after] = [await compile(file, original), await compile(file, changed)];
  const patched = patch(built, before, after);
  if (patched === null && isBuilt(built, before)) throw new Error(`${file} cannot be patched in the build`);
  writeFileSync(path, patched ?? built);
  markAsBuilt(tree);
  return () => writeFileSync(path, built);
}

async function compile(file: string, source: string): Promise<string[]> {
  const { code } = await transformWithEsbuild(source, file, { target: "es2022", jsx: "automatic", sourcemap: false });
  return code.split("\n").map((line) => line.replace(/^export (?=async |const |function |default )/, ""));
}

function isBuilt(built: string, lines: string[]): boolean {
  const functions = lines.flatMap((line) => /^(?:async )?function (\w+)/.exec(line)?.[1] ?? []);
  return functions.some((name) => new RegExp(`function ${name}${renamed}\\(`).test(built));
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
    if (found.length === 1) return replaceAt(text, found[0]!, old, replacement).slice(0, -1);
  }
  return null;
}

const withNewlines = (lines: string[]) => lines.map((line) => `${line}\n`).join("");

function patternOf(text: string): string {
  const parts = text.split(identifier);
  const names = text.match(identifier) ?? [];
  return parts.map((part, at) => escape(part) + (names[at] ? names[at].replaceAll("$", "\\$") + renamed : "")).join("");
}

const escape = (text: string) => text.replaceAll(/[$()*+.?[\\\]^{|}/]/g, "\\$&");

function replaceAt(built: string, found: RegExpExecArray, old: string, replacement: string): string {
  const names = old.match(identifier) ?? [];
  const suffixes = new Map(names.map((name, at) => [name, found[at + 1] ?? ""]));
  const text = replacement.replaceAll(identifier, (name) => name + (suffixes.get(name) ?? ""));
  return built.slice(0, found.index) + text + built.slice(found.index + found[0].length);
}
