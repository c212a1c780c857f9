import { spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  chmodSync,
  chownSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startExpectingFailure } from "../../support/product/mila.ts";
import { mountSmallDisk } from "../../support/product/small-disk.ts";
import { noSettings } from "../../support/product/no-settings.ts";
import { temporaryFolder } from "../../support/records/backup.ts";
import { withCopy } from "../../support/runner/copied-tree.ts";

/** No name belongs to this user. */
const stranger = 54_321;

const plain = { PATH: "/nonexistent", NODE_ENV: "production" } as const;

/**
 * Starts Mila's copy as a user who owns nothing but the data folder.
 * @returns what is said instead of starting
 */
function startAsStranger(
  tree: string,
  settings: Record<string, string>,
  node = process.execPath,
): string[] {
  return runAsStranger([node, join(tree, "scripts/start.js")], settings);
}

function runAsStranger(program: string[], settings: Record<string, string>): string[] {
  const as = [`--reuid=${stranger}`, `--regid=${stranger}`, "--clear-groups", ...program];
  const env = { ...noSettings, ...plain, PORT: "0", TEST_ONLY_CHEAP_PASSWORDS: "yes", ...settings };
  const { status, stdout, stderr, error } = spawnSync("/usr/bin/setpriv", as, {
    env,
    cwd: "/",
    encoding: "utf8",
  });
  if (error) throw error;
  expect(status).toBe(1);
  return `${stdout}${stderr}`.split("\n").filter((line) => line && line !== "Mila cannot start:");
}

function ownFolder(): string {
  const data = temporaryFolder();
  onTestFinished(() => data[Symbol.dispose]());
  chmodSync(data.folder, 0o755);
  const folder = join(data.folder, "data");
  mkdirSync(folder);
  chownSync(folder, stranger, stranger);
  return folder;
}

function canBeStranger(): boolean {
  // The folder of a run's temporary files is only its user's.
  chmodSync(tmpdir(), statSync(tmpdir()).mode | 0o011);
  const line = [
    `--reuid=${stranger}`,
    `--regid=${stranger}`,
    "--clear-groups",
    process.execPath,
    "--version",
  ];
  return spawnSync("/usr/bin/setpriv", line).status === 0;
}

test("code of another user that must be built, or read, is one line with the cure", async ({
  skip,
}) => {
  if (!canBeStranger()) skip("no other user can run Node here (it takes root)");
  const DATA_DIR = ownFolder();
  await withCopy(async (tree) => {
    chmodSync(tree, 0o755);
    appendFileSync(join(tree, "app/root.tsx"), "\n");
    const cure = `give it to them (as root: chown -R ${stranger} ${tree})`;
    expect(startAsStranger(tree, { DATA_DIR })).toEqual([
      `Mila has to be built first, but user ${stranger} has no access to ${tree}: ${cure}, or run npm run build as the code's owner`,
    ]);
    for (const file of ["scripts/start/data.ts", ".env"]) {
      writeFileSync(join(tree, file), "", { flag: "a" });
      chmodSync(join(tree, file), 0o600);
    }
    expect(startAsStranger(tree, { DATA_DIR })).toEqual([
      `user ${stranger} has no access to ${tree}/scripts/start/data.ts: ${cure}`,
    ]);
    chmodSync(join(tree, "scripts/start/data.ts"), 0o644);
    expect(startAsStranger(tree, { DATA_DIR })).toEqual([
      `user ${stranger} has no access to ${tree}/.env: give it to them (as root: chown -R ${stranger} ${tree}/.env)`,
    ]);
  });
});

test.for(["mila.db", "mila.db-wal", "running.lock", "secrets.json"])(
  "a %s of another user is one line with the cure",
  async (name, { skip }) => {
    if (!canBeStranger()) skip("no other user can run Node here (it takes root)");
    const DATA_DIR = ownFolder();
    writeFileSync(join(DATA_DIR, name), "", { mode: 0o600 });
    expect(startAsStranger(resolve(), { DATA_DIR })).toEqual([
      `cannot use the data folder ${DATA_DIR}: user ${stranger} has no access to ${DATA_DIR}/${name}: ` +
        `give it to them (as root: chown -R ${stranger} ${DATA_DIR}), or set DATA_DIR to another folder`,
    ]);
  },
);

test.for(["backup", "restore"])(
  "npm run %s as another user is one line with the cure",
  async (command, { skip }) => {
    if (!canBeStranger()) skip("no other user can run Node here (it takes root)");
    const DATA_DIR = ownFolder();
    const file = join(DATA_DIR, "..", "copy.db");
    const line = [process.execPath, resolve("scripts", `${command}.ts`), file];
    const refusal = (path: string) =>
      `${command === "backup" ? "Backup" : "Restore"} failed: cannot use the data folder ${DATA_DIR}: ` +
      `user ${stranger} has no access to ${path}: ` +
      `give it to them (as root: chown -R ${stranger} ${DATA_DIR}), or set DATA_DIR to another folder`;
    const unreadable =
      command === "backup"
        ? `Backup failed: there is no database in ${DATA_DIR}`
        : `Restore failed: ${file} is another user's: send it, with sudo cat ${file} | npm run restore -- -`;
    writeFileSync(file, "", { mode: 0o600 });
    expect(runAsStranger(line, { DATA_DIR })).toEqual([unreadable]);
    writeFileSync(join(DATA_DIR, "mila.db"), "", { mode: 0o600 });
    expect(runAsStranger(line, { DATA_DIR })).toEqual([refusal(join(DATA_DIR, "mila.db"))]);
    chownSync(DATA_DIR, 0, 0);
    chmodSync(DATA_DIR, 0o700);
    expect(runAsStranger(line, { DATA_DIR })).toEqual([refusal(DATA_DIR)]);
  },
);

test("what an earlier start of another user left in the build keeps nobody from starting", async ({
  skip,
}) => {
  if (!canBeStranger()) skip("no other user can run Node here (it takes root)");
  const DATA_DIR = ownFolder();
  const other = createServer().listen(0);
  onTestFinished(() => void other.close());
  await once(other, "listening");
  const { port } = other.address() as AddressInfo;
  await withCopy(async (tree) => {
    chmodSync(tree, 0o755);
    writeFileSync(join(tree, "build/sources-read.sha256"), "");
    chmodSync(join(tree, "build/sources-read.sha256"), 0o600);
    // It gets as far as the server.
    expect(startAsStranger(tree, { DATA_DIR, PORT: String(port) })).toEqual([
      `Port ${port} is already in use. Set another one, for example PORT=3001`,
    ]);
  });
});

test("any user can read what a start writes beside the build", async () => {
  await withCopy(async (tree) => {
    rmSync(join(tree, "build/sources-read.sha256"), { force: true });
    const start =
      'process.umask(0o077); await (await import("./scripts/start/build.ts")).buildIfNeeded();';
    spawnSync(process.execPath, ["--input-type=module", "-e", start], { cwd: tree });
    expect(statSync(join(tree, "build/sources-read.sha256")).mode & 0o777).toBe(0o644);
  });
});

test("a port for administrators is one line with the cure", async ({ skip }) => {
  if (!canBeStranger()) skip("no other user can run Node here (it takes root)");
  const lines = startAsStranger(resolve(), { DATA_DIR: ownFolder(), PORT: "81" });
  // Some systems allow everyone every port.
  if (lines[0]?.startsWith("Mila is ready"))
    skip("this system has no ports for administrators only");
  expect(lines).toEqual([
    "Port 81 is only for the system's administrator. Set another one, for example PORT=3001",
  ]);
});

test("packages that are missing, or that build Mila, are one line with the command", async () => {
  using data = temporaryFolder();
  await withCopy(async (tree) => {
    const start = () => {
      const env = { ...noSettings, ...plain, DATA_DIR: data.folder, PORT: "0" };
      const { status, stderr } = spawnSync(process.execPath, [join(tree, "scripts/start.js")], {
        env,
        cwd: "/",
      });
      return [status, String(stderr).trim().split("\n").slice(1)];
    };
    const packages = join(tree, "node_modules");
    rmSync(packages);
    expect(start()).toEqual([
      1,
      [expect.stringMatching(`^the package \\S+ is missing: run npm ci in ${tree}$`)],
    ]);

    mkdirSync(packages);
    // Those that Mila runs with, as after `npm ci` with NODE_ENV=production.
    const { stdout } = spawnSync("ls", ["-A", "node_modules"], { encoding: "utf8" });
    for (const name of stdout.split("\n").filter((found) => found && found !== "@remix-run"))
      symlinkSync(resolve("node_modules", name), join(packages, name));
    mkdirSync(join(packages, "@remix-run"));
    for (const name of ["express", "node", "react", "router", "server-runtime", "web-fetch"])
      symlinkSync(resolve("node_modules/@remix-run", name), join(packages, "@remix-run", name));
    appendFileSync(join(tree, "app/root.tsx"), "\n");
    const notBuilt = `the packages that build Mila are missing: run npm ci --include=dev in ${tree}`;
    expect(start()).toEqual([1, [notBuilt]]);
    renameSync(join(tree, "build"), join(tree, "build.away"));
    expect(start()).toEqual([1, [notBuilt]]);
  });
});

test("settings that are a folder are one line with the cure", async () => {
  await withCopy(async (tree) => {
    mkdirSync(join(tree, ".env"));
    const { status, stderr } = spawnSync(process.execPath, [join(tree, "scripts/start.js")], {
      cwd: "/",
    });
    expect([status, String(stderr).trim().split("\n")[1]]).toEqual([
      1,
      `${tree}/.env is no file, but has to hold the settings: remove it, or put a file in its place`,
    ]);
  });
});

test("a full disk is one line", async ({ skip }) => {
  using data = temporaryFolder();
  using disk = mountSmallDisk(join(data.folder, "disk"), "64k");
  if (!disk) return skip("no small disk can be mounted here (it takes root)");
  disk.fill();
  for (const folder of [disk.folder, join(disk.folder, "new")]) {
    const { code, output } = await startExpectingFailure({ PORT: "0", DATA_DIR: folder });
    expect([code, output.trim().split("\n").slice(1)]).toEqual([
      1,
      [
        expect.stringContaining(
          `cannot use the data folder ${folder}: the disk of ${folder} is full: make room there`,
        ),
      ],
    ]);
  }
});

test("an older Node is one line with the cure", ({ skip }) => {
  const older = (process.env.PATH ?? "").split(delimiter).flatMap((folder) => {
    const { stdout } = spawnSync(join(folder, "node"), ["--version"], { encoding: "utf8" });
    return Number.parseInt(stdout?.slice(1) ?? "") < 24
      ? [{ node: join(folder, "node"), version: stdout.trim() }]
      : [];
  })[0];
  if (!older) return skip("there is no Node older than 24 here");
  const { status, stderr } = spawnSync(older.node, [resolve("scripts/start.js")], {
    cwd: "/",
    encoding: "utf8",
  });
  expect([status, stderr.trim().split("\n")]).toEqual([
    1,
    [
      "Mila cannot start:",
      `this is Node ${older.version}, but Mila needs 24 or newer: run npm start, which uses a Node of its own`,
    ],
  ]);
});
