import { existsSync, globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { integrationTests } from "../../tests/support/runner/test-groups.ts";
import { withImporters } from "./import-graph.ts";

/** Runners find these by name; migrations create every database. */
const everyTest =
  /^(package(-lock)?\.json|tsconfig\.json|tests\/support\/.*setup\.ts|migrations\/)/;
const runners = ["tests/vitest.config.ts", "tests/playwright.config.ts"];
const everyPage =
  /^(app\/(entry\.|routes\.ts|styles|service-worker\/)|public\/|(remix|service-worker)\.config|jobs\/)/;
const everyPageByImport = [
  "app/root.tsx",
  "app/server.ts",
  "scripts/start.js",
  "scripts/start/main.ts",
  "scripts/start/supervisor.ts",
];
/** They read the project's files. */
const rules = "tests/unit/project/";

/** Tests that import a changed file, name it, or visit a page that imports it, themselves or in a helper. */
export function affectedTests(changed: string[]): string[] {
  const changedAndImporters = withImporters(changed);
  const tests = globSync("tests/{unit,integration,e2e}/**/*.{test,spec}.{ts,tsx}").toSorted();
  if (
    changed.some((file) => everyTest.test(file)) ||
    runners.some((file) => changedAndImporters.has(file))
  )
    return tests;
  const product = new Set(integrationTests().product);
  const isEveryPage =
    changed.some((file) => everyPage.test(file)) ||
    everyPageByImport.some((file) => changedAndImporters.has(file));
  const affected = withImporters([
    ...changedAndImporters,
    ...findNaming([...changedAndImporters], pathsOf(changedAndImporters)),
  ]);
  return tests.filter(
    (file) =>
      file.startsWith(rules) ||
      affected.has(file) ||
      (isEveryPage && (isInBrowser(file) || product.has(file))),
  );
}

/** Changed files that only the project rules cover. */
export function findUncovered(changed: string[]): string[] {
  const isOurs = (file: string) => /^(app|db|jobs|migrations|scripts|tests)\//.test(file);
  return changed.filter(
    (file) =>
      isOurs(file) &&
      existsSync(file) &&
      affectedTests([file]).every((test) => test.startsWith(rules)),
  );
}

const isCode = (file: string) => /\.tsx?$/.test(file);
export const isInBrowser = (file: string) => file.startsWith("tests/e2e/");

function pathsOf(affected: Set<string>): string[] {
  const routes = readFileSync("app/routes.ts", "utf8").matchAll(
    /route\(\s*"([^"]+)",\s*"([^"]+)"/g,
  );
  return [...routes]
    .filter(([, , file]) => affected.has(`app/${file}`))
    .map(([, path = ""]) => `/${path.split("/:")[0]}`);
}

/** Files of the tests that name a program, a file of data or a page's path. */
function findNaming(affected: string[], paths: string[]): string[] {
  const ends = ['"', "`", "/", "?"];
  const names = [
    ...affected.filter((file) => /^(scripts|db)\//.test(file)),
    ...affected
      .filter((file) => /^(public|tests)\//.test(file) && !isCode(file))
      .map((file) => basename(file)),
    ...paths.flatMap((path) => ends.map((end) => path + end)),
  ];
  const files = globSync("tests/**/*.{ts,tsx}");
  return files.filter((file) => {
    const text = readFileSync(file, "utf8");
    return names.some((name) => text.includes(name));
  });
}
