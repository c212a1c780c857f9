import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const statement = /^(?:import|export)\s[^;"]*?(?:from\s+)?"([^"]+)"|import\("([^"]+)"\)/gm;

/** Maps each file to the files of the list that it imports, types included. */
export function importsAmong(files: string[]): Map<string, string[]> {
  const known = new Set(files);
  return new Map(
    files.map((file) => {
      const targets = [...readFileSync(file, "utf8").matchAll(statement)].map(
        ([, from, dynamic]) => from ?? dynamic!,
      );
      const paths = targets.map((target) =>
        target.startsWith("#") ? target.slice(1) : join(dirname(file), target),
      );
      return [file, [...new Set(paths)].filter((path) => known.has(path))];
    }),
  );
}

/**
 * Lists each group of files that import each other, directly or through others (Tarjan's
 * algorithm).
 */
export function importCycles(imports: Map<string, string[]>): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const cycles: string[][] = [];

  function visit(file: string): void {
    order.set(file, order.size);
    lowest.set(file, order.get(file)!);
    open.push(file);
    for (const target of imports.get(file)!) {
      if (!order.has(target)) visit(target);
      if (open.includes(target)) lowest.set(file, Math.min(lowest.get(file)!, lowest.get(target)!));
    }
    if (lowest.get(file) !== order.get(file)) return;
    const group = open.splice(open.indexOf(file));
    if (group.length > 1 || imports.get(file)!.includes(file)) cycles.push(group.toSorted());
  }

  for (const file of imports.keys()) if (!order.has(file)) visit(file);
  return cycles;
}
