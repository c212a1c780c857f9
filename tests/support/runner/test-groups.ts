import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Tests that import these, even indirectly, need the built product. */
const starters = [
  "tests/support/product/mila.ts",
  "tests/support/product/shared-mila.ts",
  "tests/faults/program.ts",
];

const knownStarters = new Map(starters.map((file) => [file, true]));

export function integrationTests(): { product: string[]; domain: string[] } {
  const files = globSync("tests/integration/**/*.test.{ts,tsx}").toSorted();
  return { product: files.filter(startsMila), domain: files.filter((file) => !startsMila(file)) };
}

function startsMila(file: string): boolean {
  const known = knownStarters.get(file);
  if (known !== undefined) return known;
  // Breaks import cycles.
  knownStarters.set(file, false);
  const isStarter = importsOf(file).some(startsMila);
  knownStarters.set(file, isStarter);
  return isStarter;
}

function importsOf(file: string): string[] {
  const found = readFileSync(file, "utf8").matchAll(
    /^(?!import type).*(?:from|import\()\s*"(#tests\/|\.)([^"]+)"/gm,
  );
  return [...found]
    .map(([, start, rest = ""]) =>
      start === "." ? join(dirname(file), `.${rest}`) : join("tests", rest),
    )
    .filter((path) => path.startsWith("tests/") && existsSync(path));
}
