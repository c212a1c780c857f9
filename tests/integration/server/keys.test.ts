import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { newSecrets, readFingerprint, readSecrets } from "#app/config/secrets.server.ts";
import { builtServer, builtWorker } from "../../../scripts/start/built.ts";
import { feedPath } from "../../support/messages/calendar.ts";
import { findUserId } from "../../support/people/owner.ts";
import { type Mila, startExpectingFailure, startMila } from "../../support/product/mila.ts";
import { rawRequest } from "../../support/product/raw-request.ts";
import { askReadiness } from "../../support/product/readiness.ts";
import { runUsers } from "../../support/product/users-command.ts";
import { newFamily, Visitor } from "../../support/product/visitor.ts";
import { oldInstallation } from "../../support/records/old-database.ts";
import { runCommand, temporaryFolder } from "../../support/records/backup.ts";
import { startMilaWithDatabase } from "../security/signed-in.ts";
import { listProcesses, processRunning } from "./processes.ts";

// Each starts the whole product more than once.
vi.setConfig({ testTimeout: 180_000 });

const minute = { timeout: 60_000, interval: 500 };
const password = "correct horse 7";

const secretsOf = (folder: string) => join(folder, "secrets.json");

/** Its lines, without the heading. */
async function startAndGiveUp(folder: string) {
  const { code, output } = await startExpectingFailure({ PORT: "0", DATA_DIR: folder });
  return {
    code,
    lines: output.split("\n").filter((line) => line && line !== "Mila cannot start:"),
  };
}

const dashboardOf = async ({ url }: Pick<Mila, "url">, cookie: string) =>
  (await rawRequest(url, "/dashboard", { headers: { cookie } })).status;

const sessionOf = (family: Visitor) => `mila_session=${family.cookie("mila_session")}`;

const harm: [spoil: (file: string) => void, says: string][] = [
  [(file) => rmSync(file), "are missing"],
  [(file) => writeFileSync(file, ""), "are damaged"],
  [(file) => writeFileSync(file, JSON.stringify(newSecrets())), "are not this database's"],
];

test("keys that are missing, damaged or another Mila's stop the start beside accounts", async () => {
  using data = temporaryFolder();
  const { folder } = data;
  {
    await using mila = await startMila({ DATA_DIR: folder });
    await newFamily(mila);
  }
  const kept = readFileSync(secretsOf(folder), "utf8");
  for (const [spoil, what] of harm) {
    spoil(secretsOf(folder));
    const { code, lines } = await startAndGiveUp(folder);
    expect([code, lines]).toEqual([
      1,
      [expect.stringContaining(`the keys in ${secretsOf(folder)} ${what}`)],
    ]);
    for (const named of ["sessions, links and calendar feeds", "npm run users -- new-keys"]) {
      expect(lines[0]).toContain(named);
    }
    // A backup would hold keys that don't fit.
    const backup = await runCommand("backup", join(folder, "backup.db"), data);
    expect([backup.code, backup.output]).toEqual([1, expect.stringContaining(what)]);
    writeFileSync(secretsOf(folder), kept);
  }
  await using again = await startMila({ DATA_DIR: folder });
  expect((await fetch(`${again.url}/health/live`)).status).toBe(200);
});

const canTrace = spawnSync("strace", ["-qq", "-e", "trace=none", "true"]).status === 0;

test.runIf(canTrace)(
  "at the first start, the keys are on the disk before anybody can sign up",
  async () => {
    using data = temporaryFolder();
    const [folder, log, tracedNode] = [
      join(data.folder, "data"),
      join(data.folder, "calls"),
      join(data.folder, "node"),
    ];
    const strace = spawnSync("which", ["strace"], { encoding: "utf8" }).stdout.trim();
    const trace = `${strace} -f -qq -y -o ${log} -e trace=fsync,fdatasync,rename,renameat,renameat2,listen`;
    writeFileSync(tracedNode, `#!/bin/sh\nexec ${trace} ${process.execPath} "$@"\n`, {
      mode: 0o755,
    });
    {
      await using mila = await startMila({ DATA_DIR: folder }, tracedNode);
      const ended = once(mila.process, "exit");
      // Strace ends with what it traces.
      process.kill(listProcesses(mila.process.pid ?? 0)[1] ?? 0, "SIGTERM");
      await ended;
    }
    const calls = readFileSync(log, "utf8").split("\n");
    const find = (call: RegExp) => calls.findIndex((line) => call.test(line));
    const inOrder = [
      find(/ fsync\(\d+<[^>]*\/secrets\.json\.\d+\.new>/),
      find(/ rename\w*\(.*secrets\.json\.\d+\.new.*secrets\.json"/),
      calls.findIndex(
        (line, index) =>
          index > find(/ rename\w*\(.*secrets\.json"/) &&
          line.includes(` fsync(`) &&
          line.includes(`<${folder}>`),
      ),
      find(/ listen\(/),
    ];
    expect(inOrder).not.toContain(-1);
    expect(inOrder).toEqual(inOrder.toSorted((one, other) => one - other));
  },
);

test("without an account, lost keys are made anew", async () => {
  using data = temporaryFolder();
  const start = async () => {
    await using _mila = await startMila({ DATA_DIR: data.folder });
    return readSecrets(data.folder);
  };
  const first = await start();
  rmSync(secretsOf(data.folder));
  expect(await start()).not.toEqual(first);
});

test("new keys in place of lost ones end sessions, links and feeds, and Mila starts again", async () => {
  using data = temporaryFolder();
  const { folder } = data;
  let [cookie, feed, email] = ["", "", ""];
  {
    await using mila = await startMilaWithDatabase({ DATA_DIR: folder });
    const family = await newFamily(mila);
    ({ email } = family);
    cookie = sessionOf(family);
    feed = await feedPath(mila.db, await findUserId(mila, email), { dataFolder: folder });
    expect((await rawRequest(mila.url, feed)).status).toBe(200);
  }
  rmSync(secretsOf(folder));
  const refused = await runUsers(["new-keys"], { folder, input: "no\n" });
  expect([refused.code, refused.errors]).toEqual([1, "The keys are as before.\n"]);
  const made = await runUsers(["new-keys", "--yes"], { folder });
  expect([made.code, made.output]).toEqual([0, expect.stringContaining("ended 1 session")]);
  await using mila = await startMila({ DATA_DIR: folder });
  expect(await dashboardOf(mila, cookie)).toBe(303);
  expect((await rawRequest(mila.url, feed)).status).toBe(404);
  const visitor = new Visitor(mila.url);
  await visitor.post("/auth", { mode: "login", email, password });
  expect((await visitor.get("/dashboard")).status).toBe(200);
});

test("new keys can be made for an older database, which could not start once to be upgraded", async () => {
  using old = await oldInstallation(1);
  const { folder } = old;
  rmSync(secretsOf(folder));
  expect((await startAndGiveUp(folder)).lines[0]).toContain("npm run users -- new-keys");
  expect(await runUsers(["new-keys"], { folder, input: "no\n" })).toMatchObject({ code: 1 });
  expect(await runUsers([], { folder })).toMatchObject({
    code: 1,
    errors: expect.stringContaining("an older Mila"),
  });
  expect(await runUsers(["new-keys", "--yes"], { folder })).toMatchObject({ code: 0, errors: "" });
  await using mila = await startMila({ DATA_DIR: folder });
  expect((await fetch(`${mila.url}/health/live`)).status).toBe(200);
});

test("a running Mila takes new keys within a minute, server and worker alike", async () => {
  await using mila = await startMila();
  const family = await newFamily(mila);
  // Else a worker that is still starting would read the new keys at once, and not start again.
  await expect.poll(mila.output, minute).toContain("worker ready");
  const running = () =>
    [builtServer, builtWorker].map((program) =>
      processRunning(program, listProcesses(mila.process.pid ?? 0)),
    );
  const before = running();
  expect(await runUsers(["new-keys", "--yes"], { folder: mila.dataFolder })).toMatchObject({
    code: 0,
  });
  const haveChanged = () => running().map((pid, index) => pid !== 0 && pid !== before[index]);
  await expect.poll(haveChanged, minute).toEqual([true, true]);
  await expect
    .poll(() => rawRequest(mila.url, "/health/live").then(({ status }) => status, String), minute)
    .toBe(200);
  expect(await dashboardOf(mila, sessionOf(family))).toBe(303);
  await expect.poll(async () => (await askReadiness(mila)()).text, minute).toBe('{"status":"ok"}');
});

test("a running Mila notices that secrets.json is missing, changed or unreadable", async () => {
  await using mila = await startMila();
  const family = await newFamily(mila);
  const ready = askReadiness(mila);
  const file = secretsOf(mila.dataFolder);
  const kept = readFileSync(file, "utf8");
  const says = () => mila.output().slice(before);
  let before = 0;
  for (const keys of ["missing", "changed", "unreadable"] as const) {
    // Else a worker that is still starting would refuse the keys at once.
    await expect.poll(says, minute).toContain("worker ready");
    before = mila.output().length;
    rmSync(file);
    if (keys === "unreadable") mkdirSync(file);
    if (keys === "changed") writeFileSync(file, JSON.stringify(newSecrets()));
    const left = readFingerprint(mila.dataFolder);
    expect(await ready()).toMatchObject({
      status: 503,
      text: `{"status":"error","keys":"${keys}"}`,
    });
    // Whoever has no token learns no reason.
    expect((await rawRequest(mila.url, "/health/ready")).text).toBe('{"status":"error"}');
    await expect.poll(says, minute).toContain("secrets.json was deleted or replaced");
    const page = await (await family.get("/preferences/instance")).text();
    expect(page).toContain(keys === "unreadable" ? "may not read secrets.json" : "Put it back");
    // A worker that starts meanwhile makes no keys of its own.
    const worker = processRunning(builtWorker, listProcesses(mila.process.pid ?? 0));
    process.kill(worker, "SIGKILL");
    await expect.poll(() => says().split("Restarting it").length, minute).toBeGreaterThan(2);
    expect(readFingerprint(mila.dataFolder)).toBe(left);
    rmSync(file, { recursive: true, force: true });
    before = mila.output().length;
    writeFileSync(file, kept);
    await expect.poll(async () => (await ready()).text, minute).toBe('{"status":"ok"}');
    expect(await dashboardOf(mila, sessionOf(family))).toBe(200);
  }
});
