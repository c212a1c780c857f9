import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";

const step = z.object({
  uses: z.string().optional(),
  run: z.string().optional(),
  with: z.record(z.string(), z.unknown()).optional(),
});
const workflow = z.object({
  on: z.record(z.string(), z.unknown()),
  permissions: z.record(z.string(), z.string()),
  jobs: z.record(
    z.string(),
    z.object({
      needs: z.string().optional(),
      uses: z.string().optional(),
      "timeout-minutes": z.number().optional(),
      strategy: z
        .object({ matrix: z.record(z.string(), z.array(z.union([z.string(), z.number()]))) })
        .optional(),
      steps: z.array(step).default([]),
    }),
  ),
});

const read = (file: string) => readFileSync(file, "utf8");
const readWorkflow = (file: string) => workflow.parse(parse(read(file)));
const files = globSync(".github/workflows/*.yml").toSorted();
const { jobs: releasing } = readWorkflow(".github/workflows/release.yml");

test.for(files)("%s can only read, and each of its jobs ends", (file) => {
  const { permissions, jobs } = readWorkflow(file);
  expect(permissions).toEqual({ contents: "read" });
  for (const [name, job] of Object.entries(jobs)) {
    expect([name, job.uses ?? job["timeout-minutes"]]).toEqual([name, expect.anything()]);
    expect(Object.keys(jobs)).toContain(job.needs ?? name);
  }
});

test.for(files)("%s names each action by its commit, and says the version", (file) => {
  const actions = read(file).matchAll(/uses: (.+)/g);
  for (const [, action = ""] of actions)
    expect(action).toMatch(
      /^(\.\/\.github\/workflows\/[\w-]+\.yml|[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+)$/,
    );
});

test.for(files)("each command of %s exists", (file) => {
  const scripts = Object.keys(JSON.parse(read("package.json")).scripts);
  const commands = Object.values(readWorkflow(file).jobs).flatMap(({ steps, strategy }) => [
    ...steps.map(({ run = "" }) => run),
    ...Object.values(strategy?.matrix ?? {})
      .flat()
      .map(String),
  ]);
  for (const [, name] of commands.join("\n").matchAll(/npm run ([\w:-]+)/g))
    expect(scripts).toContain(name);
});

test("the tests run on each push and pull request, and before each release", () => {
  const { on, jobs } = readWorkflow(".github/workflows/ci.yml");
  expect(Object.keys(on)).toEqual(
    expect.arrayContaining(["push", "pull_request", "workflow_call"]),
  );
  expect(jobs["test"]?.steps.at(-1)?.run).toContain("bash .ci/run tests --shard=");
  expect(releasing["ci"]?.uses).toBe("./.github/workflows/ci.yml");
  expect(releasing["image"]?.needs).toBe("ci");
});

test("a release builds images for two processors, with their provenance and contents", () => {
  const build = releasing["image"]?.steps.find(({ uses }) => uses?.includes("build-push-action@"));
  const how = { platforms: "linux/amd64,linux/arm64", sbom: true, provenance: "mode=max" };
  expect(build?.with).toMatchObject(how);
});

test("new versions of packages, actions and the base image are proposed", () => {
  const { updates } = z
    .object({ updates: z.array(z.object({ "package-ecosystem": z.string() })) })
    .parse(parse(read(".github/dependabot.yml")));
  expect(updates.map((update) => update["package-ecosystem"])).toEqual([
    "npm",
    "github-actions",
    "docker",
  ]);
});
