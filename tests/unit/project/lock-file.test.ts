import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

interface LockedPackage {
  version?: string;
  link?: boolean;
  dev?: boolean;
  devOptional?: boolean;
  integrity?: string;
  resolved?: string;
  optionalDependencies?: Record<string, string>;
}

const text = readFileSync("package-lock.json", "utf8");
const packages: Record<string, LockedPackage> = JSON.parse(text).packages;

/** With all packages, and with `--omit=dev`. */
const most = { toTest: 520, toRun: 200 };

test("an installation stays small beside Node's own binary", () => {
  const paths = Object.keys(packages).filter(
    (path) => path && !path.includes("node_modules/node-linux-") && existsSync(path),
  );
  const running = paths.filter((path) => !packages[path]?.dev);
  expect(running.length).toBeGreaterThan(200);
  expect(megabytesOf(paths)).toBeLessThanOrEqual(most.toTest);
  expect(megabytesOf(running)).toBeLessThanOrEqual(most.toRun);
});

/** Without packages that have an entry of their own. */
function megabytesOf(paths: string[]): number {
  const sizes = execFileSync("du", ["-sk", "--exclude=node_modules", ...paths], {
    encoding: "utf8",
  });
  return sizes.split("\n").reduce((sum, line) => sum + Number.parseInt(line || "0"), 0) / 1024;
}

const nameOf = (path: string) => path.replace(/^.*node_modules\//, "");

test("the lock file holds the builds for every platform, so that npm ci works anywhere", () => {
  const present = new Set(Object.keys(packages).map(nameOf));
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !present.has(name))
      .map((name) => `${nameOf(path)}: ${name}`),
  );
  expect(missing).toEqual([]);
});

test("every package has its checksum", () => {
  const installed = Object.entries(packages).filter(([path, { link }]) => path !== "" && !link);
  const unchecked = installed.filter(
    ([, { integrity = "" }]) => !/^sha512-[\w+/]{86}==/.test(integrity),
  );
  expect(unchecked.map(([path]) => path)).toEqual([]);
});

test("the lock file names no registry", () => {
  expect(text).not.toMatch(/"resolved": "http/);
});

test("every dependency is an exact version, and no install script can run", () => {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
    readFileSync("package.json", "utf8"),
  );
  for (const version of Object.values({
    ...dependencies,
    ...devDependencies,
    ...optionalDependencies,
  })) {
    expect(version).toMatch(/^(npm:typescript@)?\d+\.\d+\.\d+$/);
  }
  expect(readFileSync(".npmrc", "utf8")).toContain("ignore-scripts=true");
});
