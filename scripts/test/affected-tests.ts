import { globSync, readFileSync } from "node:fs";
import { integrationTests } from "../../tests/support/runner/test-groups.ts";
import { withImporters } from "./import-graph.ts";

/** Runners find these by name. */
const everyTest =
  /^((tests\/packages\/)?package(-lock)?\.json|tsconfig\.json|tests\/(vitest|playwright)\.config\.ts|tests\/support\/.*setup\.ts)$/;
const everyPage = /^(app\/(entry\.|routes\.ts|styles)|public\/|remix\.config|jobs\/)/;
const everyPageByImport = [
  "app/root.tsx",
  "app/server.ts",
  "scripts/start.js",
  "scripts/start/main.ts",
  "scripts/start/supervisor.ts",
];
/** They read the project's files. */
const rules = "tests/unit/project/";

/** Tests that import a changed file, or visit a page that does. */
export function affectedTests(changed: string[]): string[] {
  const affected = withImporters(changed);
  const tests = globSync("tests/{unit,integration,e2e}/**/*.{test,spec}.{ts,tsx}").toSorted();
  if (changed.some((file) => everyTest.test(file))) return tests;
  const product = new Set(integrationTests().product);
  const isEveryPage =
    changed.some((file) => everyPage.test(file)) || everyPageByImport.some((file) => affected.has(file));
  const isPageAffected = isEveryPage ? () => true : mentionsOf(pathsOf(affected));
  const opensPages = (file: string) => isInBrowser(file) || product.has(file);
  return tests.filter(
    (file) => file.startsWith(rules) || affected.has(file) || (opensPages(file) && isPageAffected(file)),
  );
}

export const isInBrowser = (file: string) => file.startsWith("tests/e2e/");

function pathsOf(affected: Set<string>): string[] {
  const routes = readFileSync("app/routes.ts", "utf8").matchAll(/route\(\s*"([^"]+)",\s*"([^"]+)"/g);
  return [...routes]
    .filter(([, , file]) => affected.has(`app/${file}`))
    .map(([, path = ""]) => `/${path.split("/:")[0]}`);
}

function mentionsOf(paths: string[]): (file: string) => boolean {
  const ends = ['"', "`", "/", "?"];
  return (file) => {
    const text = readFileSync(file, "utf8");
    return paths.some((path) => ends.some((end) => text.includes(path + end)));
  };
}
