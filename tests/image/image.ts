import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Builds a Dockerfile without a Docker engine, on machines that have it. */
const builder = new URL("../../../shared/tools/build-image", import.meta.url).pathname;
const name = "mila-image-test";

export interface Image {
  root: string;
  entryPoint: string[];
  healthCheck: string[];
  environment: string[];
  buildSeconds: number;
}

/** Why this machine cannot run image tests, or null. */
export function whyNot(): string | null {
  if (process.getuid?.() !== 0) return "it takes root";
  if (!existsSync(builder)) return "there is nothing here that builds an image without Docker";
  const isolated = spawnSync("unshare", ["--mount", "--pid", "--fork", "true"]);
  return isolated.status === 0 ? null : "this system allows no namespaces";
}

/** Builds the image, or uses the files of an earlier build (`--rootfs FOLDER`). */
export function buildImage(built?: string): Image {
  const root = built ?? join(mkdtempSync(join(tmpdir(), "mila-image-")), "root");
  const startedAt = performance.now();
  if (!built) buildFromPrivateFiles(root);
  const buildSeconds = Math.round((performance.now() - startedAt) / 1_000);
  // The engine creates it.
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

/** As they are where a umask of 077 keeps them from other users. */
function buildFromPrivateFiles(root: string): void {
  const folder = mkdtempSync(join(tmpdir(), "mila-source-"));
  const copied = readFileSync(".dockerignore", "utf8").matchAll(/^!(.+)$/gm);
  const sources = ["Dockerfile", ".dockerignore", ...Array.from(copied, ([, path = ""]) => path)];
  run("cp", "-r", ...sources, folder);
  // The builder's own base is the newest of that name.
  run("sed", "-i", "/^FROM /s/@sha256:[0-9a-f]*//", join(folder, "Dockerfile"));
  run("chmod", "-R", "go=", folder);
  run("env", "-C", folder, builder, "-t", name, "--rootfs", root);
  rmSync(folder, { recursive: true });
}

/** Unpacks the base image. Returns the folder. */
export function layOutBase(): string {
  const base = /^FROM ([^@\s]+)/m.exec(readFileSync("Dockerfile", "utf8"))?.[1] ?? "";
  const container = run("buildah", "from", "--pull-never", base);
  const folder = mkdtempSync(join(tmpdir(), "mila-image-base-"));
  run("cp", "-a", `${run("buildah", "mount", container)}/.`, folder);
  run("buildah", "rm", container);
  return folder;
}

function run(command: string, ...args: string[]): string {
  const env = { ...process.env, STORAGE_DRIVER: "vfs" };
  const { status, stdout, stderr } = spawnSync(command, args, {
    env,
    encoding: "utf8",
    maxBuffer: 2 ** 28,
  });
  if (status !== 0)
    throw new Error(
      `${command} ${args.join(" ")} ended with ${status}:\n${stdout}${stderr}`.slice(-5_000),
    );
  return stdout.trim();
}
