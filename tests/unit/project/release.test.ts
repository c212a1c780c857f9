import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { z } from "zod";

const read = (file: string) => readFileSync(file, "utf8");
const packagesOfRemix = [
  "@remix-run/react",
  "@remix-run/router",
  "react-router",
  "react-router-dom",
  "turbo-stream",
];

test("advisories for each package of Remix and React Router end a run of CI", () => {
  const [, pattern = "nothing"] = /test\("([^"]+)"\)/.exec(read(".github/workflows/ci.yml")) ?? [];
  const lock = z
    .object({ packages: z.record(z.string(), z.unknown()) })
    .parse(JSON.parse(read("package-lock.json")));
  for (const name of packagesOfRemix) {
    expect(Object.keys(lock.packages)).toContain(`node_modules/${name}`);
    expect(name).toMatch(new RegExp(pattern));
  }
});

test("the newest changes are those of the version in package.json", () => {
  const { version } = JSON.parse(read("package.json"));
  expect(/^## (.+)$/m.exec(read("CHANGELOG.md"))?.[1]).toBe(version);
});

test("the documents stop a container, and never remove a running one", () => {
  const documents = [
    "README.md",
    "docs/docker.md",
    "docs/at-home.md",
    "docs/upgrading.md",
    "docs/backup.md",
  ].map(read);
  expect(documents.filter((text) => text.includes("docker stop"))).not.toEqual([]);
  expect(documents.filter((text) => /docker rm (-f|--force)/.test(text))).toEqual([]);
});
