import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Tests that import these, even indirectly, need the built product. */
const starters = ["tests/support/mila.ts", "tests/support/shared-mila.ts", "tests/faults/program.ts"];

const reachesStarter = new Map(starters.map((file) => [file, true]));

/** Integration tests that start Mila, and those that run in their own process. */
export function integrationTests(): { product: string[]; domain: string[] } {
  const files = globSync("tests/integration/**/*.test.{ts,tsx}").toSorted();
  return { product: files.filter(reaches), domain: files.filter((file) => !reaches(file)) };
}

function reaches(file: string): boolean {
  const known = reachesStarter.get(file);
  if (known !== undefined) return known;
  // Breaks import cycles.
  reachesStarter.set(file, false);
  const isReaching = importsOf(file).some(reaches);
  reachesStarter.set(file, isReaching);
  return isReaching;
}

function importsOf(file: string): string[] {
  const found = readFileSync(file, "utf8").matchAll(/^(?!import type).*(?:from|import\()\s*"(#tests\/|\.)([^"]+)"/gm);
  return [...found]
    .map(([, start, rest = ""]) => (start === "." ? join(dirname(file), `.${rest}`) : join("tests", rest)))
    .filter((path) => path.startsWith("tests/") && existsSync(path));
}
