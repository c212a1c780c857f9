import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startFakeSmtp } from "../../fakes/smtp.ts";
import { addDueReminder } from "../../support/messages/deliveries.ts";
import { newFamily as newFamilyInDatabase } from "../../support/records/family.ts";
import { type Mila, startMila, withRedis } from "../../support/product/mila.ts";
import { rawRequest } from "../../support/product/raw-request.ts";
import { newFamily, Visitor } from "../../support/product/visitor.ts";
import {
  type MilaWithDatabase,
  signedInFamily,
  startMilaWithDatabase,
} from "../security/signed-in.ts";
import { isRunning, listProcesses, processRunning } from "./processes.ts";
import { builtServer, builtSupervisor } from "../../../scripts/start/built.ts";
import { addFailures } from "../../support/records/limit-events.ts";

const timeoutMs = 8_000;
/** For a busy machine. */
const patience = { timeout: 60_000 };

async function stop(mila: Mila, send: (processes: number[]) => void) {
  const processes = listProcesses(mila.process.pid ?? 0);
  expect(processes.length).toBeGreaterThan(1);
  const exit = once(mila.process, "exit");
  const sentAt = performance.now();
  send(processes);
  const [code] = await exit;
  return { code, ms: performance.now() - sentAt, left: processes.filter(isRunning) };
}

/** Starts a sign-in that takes a second after too many failures. Returns once the server has it. */
async function beginSlowSignIn(
  mila: MilaWithDatabase,
): Promise<{ status: Promise<number | string> }> {
  const { email } = await newFamily(mila);
  await addFailures(mila.db, { email }, 10);
  const status = new Visitor(mila.url).post("/auth", { email, password: "correct horse 7" }).then(
    (response) => response.status,
    (error: Error) => error.message,
  );
  const tries = () =>
    mila.db.selectFrom("limit_events").select("id").where("rule", "=", "wrong_passwords").execute();
  await expect.poll(tries, patience).toHaveLength(11);
  return { status };
}

/** An open connection that has sent this. */
async function openConnection(mila: Mila, sent: string) {
  const socket = connect(Number(new URL(mila.url).port), "127.0.0.1");
  socket.on("error", () => {});
  await once(socket, "connect");
  socket.write(sent);
  if (sent.startsWith("GET")) await once(socket, "data");
  return { socket, [Symbol.dispose]: () => socket.destroy() };
}

test("SIGTERM ends every process after its running requests", async () => {
  await using mila = await startMilaWithDatabase(withRedis);
  const { status } = await beginSlowSignIn(mila);
  const { code, ms, left } = await stop(mila, ([first = 0]) => process.kill(first, "SIGTERM"));
  expect({ code, left, status: await status }).toEqual({ code: 0, left: [], status: 303 });
  expect(ms).toBeLessThan(timeoutMs);
});

test.for(["SIGTERM", "SIGINT"] as const)(
  "%s to the whole process group, as Ctrl-C and systemd send it, lets a running request finish",
  async (signal) => {
    await using mila = await startMilaWithDatabase(withRedis);
    const { status } = await beginSlowSignIn(mila);
    const server = processRunning(builtServer, listProcesses(mila.process.pid ?? 0));
    process.kill(server, signal);
    // The server gets its own signal before the forwarded one, and refuses new requests.
    await expect
      .poll(
        () =>
          rawRequest(mila.url, "/health/live").then(
            () => "open",
            () => "closed",
          ),
        patience,
      )
      .toBe("closed");
    const { code, left } = await stop(mila, ([first = 0]) => process.kill(first, signal));
    expect({ code, left, status: await status }).toEqual({ code: 0, left: [], status: 303 });
  },
);

const openOnes = {
  "used and kept alive": "GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n",
  silent: "",
  "in the middle of its headers": "POST /auth HTTP/1.1\r\nHost: local",
  "in the middle of a form":
    "POST /auth HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nemail=",
};

test("a signal while Redis starts ends Mila and Redis", async ({ onTestFinished }) => {
  const folder = mkdtempSync(join(tmpdir(), "mila-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const pidFile = join(folder, "redis.pid");
  // Never opens its socket.
  const slowRedis = `#!/bin/sh\n[ "$1" = --version ] && exit\necho $$ > ${pidFile}\nexec /bin/sleep 60\n`;
  writeFileSync(join(folder, "redis-server"), slowRedis, { mode: 0o755 });
  const prepared = { dataFolder: folder, hasRedis: false, hosts: [], missingSetup: [] };
  const supervisor = spawn(process.execPath, [builtSupervisor], {
    env: { NODE_ENV: "production", PATH: folder, MILA_PREPARED: JSON.stringify(prepared) },
    stdio: "ignore",
  });
  await expect
    .poll(() => existsSync(pidFile) && readFileSync(pidFile, "utf8"), { timeout: 10_000 })
    .toMatch(/\n/);
  supervisor.kill("SIGTERM");
  expect(await once(supervisor, "exit")).toEqual([0, null]);
  expect(isRunning(Number(readFileSync(pidFile, "utf8")))).toBe(false);
});

test("open connections do not delay stopping, whatever they have sent", async () => {
  await using mila = await startMila(withRedis);
  using connections = new DisposableStack();
  for (const [state, sent] of Object.entries(openOnes)) {
    const connection = connections.use(await openConnection(mila, sent));
    expect([state, connection.socket.destroyed]).toEqual([state, false]);
  }
  const { code, ms, left } = await stop(mila, ([first = 0]) => process.kill(first, "SIGTERM"));
  expect({ code, left }).toEqual({ code: 0, left: [] });
  expect(ms).toBeLessThan(timeoutMs);
});

test("pages that listen for changes do not delay stopping", async () => {
  await using mila = await startMilaWithDatabase();
  const { cookie } = await signedInFamily(mila.db);
  const listen = `GET /events HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\nCookie: ${cookie}\r\n\r\n`;
  using _listener = await openConnection(mila, listen);
  const { code, ms, left } = await stop(mila, ([first = 0]) => process.kill(first, "SIGTERM"));
  expect({ code, left }).toEqual({ code: 0, left: [] });
  // After which the server closes what is still open.
  expect(ms).toBeLessThan(5_000);
});

test.concurrent.for([
  ["by Redis", withRedis],
  ["where there is no Redis", {}],
] as const)(
  "stopping with many emails waiting, %s, interrupts none and sends each once",
  { timeout: 120_000 },
  async ([, settings], { expect: { poll }, onTestFinished }) => {
    const folder = mkdtempSync(join(tmpdir(), "mila-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    await using smtp = await startFakeSmtp();
    smtp.behave({ type: "slow", answerMs: 2_000 });
    await using mila = await startMilaWithDatabase({
      DATA_DIR: folder,
      ...smtp.settings,
      ...settings,
    });
    const states = async () => {
      const rows = await mila.db.selectFrom("deliveries").select("state").execute();
      return Object.groupBy(rows, ({ state }) => state);
    };
    const family = await newFamilyInDatabase(mila.db);
    for (let count = 0; count < 10; count += 1)
      await addDueReminder(mila.db, family, { channel: "email" });
    await poll(async () => (await states()).sent?.length ?? 0, patience).toBeGreaterThan(0);
    const { code, ms } = await stop(mila, ([first = 0]) => process.kill(first, "SIGTERM"));
    expect({ code, states: Object.keys(await states()).toSorted() }).toEqual({
      code: 0,
      states: ["ready", "sent"],
    });
    expect(ms).toBeLessThan(timeoutMs);

    smtp.behave({ type: "helpful" });
    await using _again = await startMila({ DATA_DIR: folder, ...smtp.settings, ...settings });
    // Deliveries that the old worker had enqueued wait half a minute.
    await poll(async () => (await states()).sent, { timeout: 80_000 }).toHaveLength(10);
    expect(smtp.mails()).toHaveLength(10);
  },
);

test.concurrent("killed and started again, it has every task that it confirmed", async () => {
  const folder = mkdtempSync(join(tmpdir(), "mila-"));
  const first = await startMila({ DATA_DIR: folder });
  const family = await newFamily(first);
  const titles = Array.from({ length: 20 }, (_, at) => `Buy lamp number ${at}`);
  await Promise.all(titles.map((text) => family.post("/dashboard", { text })));
  await stop(first, (all) => all.forEach((pid) => process.kill(pid, "SIGKILL")));

  await using again = await startMila({ DATA_DIR: folder });
  const cookie = `mila_session=${family.cookie("mila_session")}`;
  const all = "/dashboard?open=household-no-date.20";
  const { text } = await rawRequest(again.url, all, { headers: { cookie } });
  expect(titles.filter((title) => !text.includes(title))).toEqual([]);
  rmSync(folder, { recursive: true });
});

test.concurrent("killing npm start does not leave the server on its port", async ({
  expect: { poll },
}) => {
  await using mila = await startMila(withRedis);
  const processes = listProcesses(mila.process.pid ?? 0);
  expect(processes.length).toBeGreaterThan(1);
  process.kill(mila.process.pid ?? 0, "SIGKILL");
  try {
    await poll(() => processes.filter(isRunning), patience).toEqual([]);
  } finally {
    for (const pid of processes.filter(isRunning)) process.kill(pid, "SIGKILL");
  }
});
