import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Builds a Dockerfile on a machine that has no Docker engine, and lays its files out; not everybody has it. */
const builder = new URL("../../../shared/tools/build-image", import.meta.url).pathname;
const name = "mila-image-test";

/** The image's files, and what its Dockerfile says about running them. */
export interface Image {
  /** Its root folder on this machine. */
  root: string;
  entryPoint: string[];
  healthCheck: string[];
  environment: string[];
  /** What it costs to ship. */
  buildSeconds: number;
}

/** Why this machine cannot build and run the image; null when it can. */
export function whyNot(): string | null {
  if (process.getuid?.() !== 0) return "it takes root";
  if (!existsSync(builder)) return "there is nothing here that builds an image without Docker";
  const isolated = spawnSync("unshare", ["--mount", "--pid", "--fork", "true"]);
  return isolated.status === 0 ? null : "this system allows no namespaces";
}

/** Builds it, or takes the files of one that was built before (`--rootfs FOLDER`). */
export function buildImage(built?: string): Image {
  const root = built ?? join(mkdtempSync(join(tmpdir(), "mila-image-")), "root");
  const startedAt = performance.now();
  if (!built) run(builder, "-t", name, "--rootfs", root);
  const buildSeconds = Math.round((performance.now() - startedAt) / 1_000);
  // As the engine leaves it there.
  writeFileSync(join(root, ".dockerenv"), "");
  const dockerfile = readFileSync("Dockerfile", "utf8");
  const words = (pattern: RegExp) => pattern.exec(dockerfile)?.[1] ?? "";
  return {
    root,
    entryPoint: JSON.parse(words(/^ENTRYPOINT (.*)$/m)),
    healthCheck: JSON.parse(words(/^HEALTHCHECK .*CMD (.*)$/m)),
    environment: words(/^ENV (.*)$/m).split(" "),
    buildSeconds,
  };
}

/** Lays out the files of what the image is built upon. Returns the folder. */
export function layOutBase(): string {
  const base = /^FROM (\S+)$/m.exec(readFileSync("Dockerfile", "utf8"))?.[1] ?? "";
  const container = run("buildah", "from", "--pull-never", base);
  const folder = mkdtempSync(join(tmpdir(), "mila-image-base-"));
  run("cp", "-a", `${run("buildah", "mount", container)}/.`, folder);
  run("buildah", "rm", container);
  return folder;
}

function run(command: string, ...args: string[]): string {
  const env = { ...process.env, STORAGE_DRIVER: "vfs" };
  const { status, stdout, stderr } = spawnSync(command, args, { env, encoding: "utf8", maxBuffer: 2 ** 28 });
  if (status !== 0)
    throw new Error(`${command} ${args.join(" ")} ended with ${status}:\n${stdout}${stderr}`.slice(-5_000));
  return stdout.trim();
}
