import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, copyFileSync, existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import SQLite from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { noSettings } from "../../support/product/no-settings.ts";
import { startMila } from "../../support/product/mila.ts";
import { newFamily } from "../../support/product/visitor.ts";
import { temporaryFolder } from "../../support/records/backup.ts";
import { withCopy } from "../../support/runner/copied-tree.ts";
import { builtServer, builtSupervisor, builtWorker } from "../../../scripts/start/built.ts";
import { isRunning, listProcesses, processRunning } from "./processes.ts";

/** For a busy machine. */
const patience = { timeout: 60_000 };

function folderOfTest(): string {
  const data = temporaryFolder();
  onTestFinished(() => data[Symbol.dispose]());
  return data.folder;
}

/** Starts a program in a process group of its own, which ends with the test. */
function start(line: [string, ...string[]], settings: Record<string, string>, cwd = ".") {
  const [program, ...args] = line;
  const env = { ...process.env, ...noSettings, TEST_ONLY_CHEAP_PASSWORDS: "yes", ...settings };
  const child = spawn(program, args, {
    cwd,
    env,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => killGroup(child));
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => (output += String(chunk)));
  }
  return { child, ended: once(child, "exit"), output: () => output };
}

function killGroup({ pid = 0 }: ChildProcess): void {
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // It has ended.
  }
}

test("after a stop, mila.db alone holds everything", async () => {
  const folder = folderOfTest();
  {
    await using mila = await startMila({ DATA_DIR: folder });
    const family = await newFamily(mila);
    await family.post("/dashboard", { text: "Buy oat milk" });
    expect(existsSync(join(folder, "mila.db-wal"))).toBe(true);
  }
  expect(readdirSync(folder).filter((name) => name.startsWith("mila.db"))).toEqual(["mila.db"]);
  const alone = join(folderOfTest(), "mila.db");
  copyFileSync(join(folder, "mila.db"), alone);
  const copy = new SQLite(alone, { readonly: true });
  expect(copy.prepare("select count(*) from users").pluck().get()).toBe(1);
  expect(copy.prepare("select title from tasks").pluck().all()).toEqual(["Buy oat milk"]);
  copy.close();
});

test("a signal that comes twice, as from systemd by way of npm, still ends npm start well", async () => {
  const temporary = folderOfTest();
  const settings = { DATA_DIR: folderOfTest(), PORT: "0", TMPDIR: temporary };
  const { child, ended, output } = start(["npm", "start"], settings);
  await expect.poll(output, patience).toContain("worker ready");
  const processes = listProcesses(child.pid ?? 0);
  const [supervisor, worker] = [builtSupervisor, builtWorker].map((program) =>
    processRunning(program, processes),
  ) as [number, number];
  // The supervisor waits for the worker meanwhile.
  process.kill(worker, "SIGSTOP");
  process.kill(-(child.pid ?? 0), "SIGTERM");
  const server = () => processRunning(builtServer, listProcesses(child.pid ?? 0));
  await expect.poll(server, patience).toBe(0);
  process.kill(supervisor, "SIGTERM");
  process.kill(worker, "SIGCONT");
  expect(await ended).toEqual([0, null]);
  expect(readdirSync(temporary).filter((name) => name.startsWith("mila-"))).toEqual([]);
});

test("a signal while Mila builds herself ends the start well", async () => {
  await withCopy(async (tree) => {
    appendFileSync(join(tree, "app/root.tsx"), "\n");
    const settings = { DATA_DIR: folderOfTest(), PORT: "0" };
    const { child, ended, output } = start([process.execPath, "scripts/start.js"], settings, tree);
    await expect.poll(output, patience).toContain("Building Mila");
    const processes = listProcesses(child.pid ?? 0);
    child.kill("SIGTERM");
    const end = await ended;
    // The compiler may not notice before it writes into the copy's folder, which is removed.
    killGroup(child);
    await expect.poll(() => processes.filter(isRunning), patience).toEqual([]);
    expect(end).toEqual([0, null]);
  });
});
