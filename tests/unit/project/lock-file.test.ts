import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

interface LockedPackage {
  version?: string;
  link?: boolean;
  integrity?: string;
  resolved?: string;
  hasInstallScript?: boolean;
  optionalDependencies?: Record<string, string>;
}

const maxInstalledMegabytes = 350;

test("an installation stays small beside Node's own binary", () => {
  // What tools keep there later is no part of it.
  const others = ["node-linux-*", ".vite*", ".cache"].map(
    (name) => `--exclude=node_modules/${name}`,
  );
  const size = execFileSync("du", ["-sm", ...others, "node_modules"], { encoding: "utf8" });
  expect(Number.parseInt(size)).toBeLessThanOrEqual(maxInstalledMegabytes);
});

const nameOf = (path: string) => path.replace(/^.*node_modules\//, "");

describe.each([".", "tests/packages"])("in %s", (folder) => {
  const text = readFileSync(`${folder}/package-lock.json`, "utf8");
  const packages: Record<string, LockedPackage> = JSON.parse(text).packages;

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
      readFileSync(`${folder}/package.json`, "utf8"),
    );
    for (const version of Object.values({
      ...dependencies,
      ...devDependencies,
      ...optionalDependencies,
    })) {
      expect(version).toMatch(/^(npm:typescript@)?\d+\.\d+\.\d+$/);
    }
    expect(readFileSync(`${folder}/.npmrc`, "utf8")).toContain("ignore-scripts=true");
  });
});
