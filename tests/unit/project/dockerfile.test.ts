import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const dockerfile = readFileSync("Dockerfile", "utf8");
const ignored = readFileSync(".dockerignore", "utf8")
  .split("\n")
  .filter((line) => line && !line.startsWith("#"));
const shipped = ignored.filter((line) => line.startsWith("!")).map((line) => line.slice(1));

test("the image copies only named files: no keys, no data, no tests", () => {
  expect(ignored[0]).toBe("*");
  expect(shipped.filter((path) => !existsSync(path))).toEqual([]);
  expect(
    shipped.filter((path) =>
      /^(\.|\.env.*|data|tests|docs|\.git|node_modules|build)\/?$/.test(path),
    ),
  ).toEqual([]);
});

test("everything that the image omits exists under its name", () => {
  const left = ignored.filter((line) => line !== "*" && !line.startsWith("!"));
  expect(left.filter((path) => !existsSync(path))).toEqual([]);
});

test("the image runs the Node version that npm start installs, on one base by its digest", () => {
  const major = readFileSync(".nvmrc", "utf8").split(".")[0];
  const [base, ...others] = new Set(
    [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, name]) => name),
  );
  expect(base).toMatch(new RegExp(`^node:${major}-bookworm-slim@sha256:[0-9a-f]{64}$`));
  expect(others).toEqual([]);
});

test("the image runs as a non-root user with an init and a health check", () => {
  const last = dockerfile.slice(dockerfile.lastIndexOf("\nFROM "));
  expect(last.match(/^USER .*$/gm)).toEqual(["USER node"]);
  expect(last).toMatch(/^ENTRYPOINT \["tini", "--", "node", "scripts\/start\.js"\]$/m);
  expect(last).toMatch(/^HEALTHCHECK .*"scripts\/health\.ts"\]$/m);
  expect(last).toMatch(/^VOLUME \/data$/m);
});
