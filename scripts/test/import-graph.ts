import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Adds everything that imports the files, even indirectly. */
export function withImporters(files: string[]): Set<string> {
  const found = new Set(files);
  // A Set's loop also visits what is added during it.
  for (const file of found)
    for (const importer of importersOf().get(file) ?? []) found.add(importer);
  return found;
}

let importers: Map<string, string[]> | undefined;

function importersOf(): Map<string, string[]> {
  if (importers) return importers;
  importers = new Map();
  for (const file of globSync("{app,db,jobs,migrations,scripts,tests}/**/*.{ts,tsx}"))
    for (const target of importsOf(file))
      importers.set(target, [...(importers.get(target) ?? []), file]);
  return importers;
}

function importsOf(file: string): string[] {
  const text = readFileSync(file, "utf8");
  return [...text.matchAll(/(?:from|import)\s*\(?\s*"([#.][^"?]+)/g)].map(([, target = ""]) =>
    target.startsWith("#") ? target.slice(1) : join(dirname(file), target),
  );
}
