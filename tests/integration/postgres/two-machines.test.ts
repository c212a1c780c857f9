import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, writeFileSync } from "node:fs";
import { createServer, request } from "node:http";
import { join } from "node:path";
import { expect, test } from "vitest";
import { newSecrets } from "#app/config/secrets.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import { startFakeTwilio } from "../../fakes/twilio.ts";
import { addDueReminder, newFamilyWithPhone } from "../../support/messages/deliveries.ts";
import { emptyDatabase } from "../../support/postgres/databases.ts";
import { FormBrowser } from "../../support/product/form-browser.ts";
import { type Mila, startExpectingFailure, startMila } from "../../support/product/mila.ts";
import { noSettings } from "../../support/product/no-settings.ts";
import { familyPassword, newFamily, Visitor } from "../../support/product/visitor.ts";
import { temporaryFolder } from "../../support/records/backup.ts";
import { isOnPostgres } from "../../support/records/engines.ts";
import { builtWorker } from "../../../scripts/start/built.ts";
import { listProcesses, processRunning } from "../server/processes.ts";

/** Two machines with data folders of their own, one database, and the same keys. */
async function startTwo(settings: Record<string, string> = {}) {
  const own = await emptyDatabase();
  const files = temporaryFolder();
  const keys = join(files.folder, "keys.json");
  writeFileSync(keys, JSON.stringify(newSecrets()));
  chmodSync(keys, 0o400);
  const shared = { ...settings, DATABASE_URL: own.url, MILA_SECRETS_FILE: keys };
  const one = await startMila(shared);
  const other = await startMila(shared);
  return {
    own,
    one,
    other,
    files,
    async [Symbol.asyncDispose]() {
      await Promise.all([one, other].map((mila) => mila[Symbol.asyncDispose]()));
      await own[Symbol.asyncDispose]();
      files[Symbol.dispose]();
    },
  };
}

/** Passes each request on to one machine, and from then on to another. */
async function newBalancer(first: Mila) {
  let target = first;
  const server = createServer((near, answer) => {
    const { url: path = "", method, headers } = near;
    const far = request(new URL(path, target.url), { method, headers }, (answered) => {
      answer.writeHead(answered.statusCode ?? 502, { ...answered.headers, connection: "close" });
      answered.pipe(answer);
    });
    near.pipe(far);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`,
    turnTo: (next: Mila) => void (target = next),
    [Symbol.dispose]: () => void server.close(),
  };
}

test.skipIf(!isOnPostgres)("a family uses any of two web servers as if they were one", async () => {
  await using machines = await startTwo();
  const { one, other } = machines;
  using balancer = await newBalancer(one);
  const { email } = await newFamily({ url: one.url });
  const nora = new FormBrowser(balancer.url);
  await nora.visit("/auth");
  balancer.turnTo(other);
  nora.fill("Email", email);
  nora.fill("Password", familyPassword);
  await nora.press("Log In");
  balancer.turnTo(one);
  await nora.visit("/dashboard");
  nora.fill("What do you need?", "Call the vet");
  balancer.turnTo(other);
  await nora.press("Send");
  await nora.visit("/dashboard");
  expect(nora.headings(3)).toEqual(["Call the vet"]);

  // A change that waited on the phone, and whose answer was lost, is sent again elsewhere.
  const sam = new Visitor(one.url);
  await sam.post("/auth", { mode: "login", email, password: familyPassword });
  const live = await sam.get("/events?revision=1000", { accept: "text/event-stream" });
  const reader = live.body!.getReader();
  const first = await reader.read();
  const change = { text: "Buy milk", requestId: crypto.randomUUID() };
  const elsewhere = new Visitor(other.url);
  elsewhere.setCookie("mila_session", sam.cookie("mila_session")!);
  for (const visitor of [elsewhere, sam]) await visitor.post("/dashboard", change);
  // An open page of one server hears of what the other one changed.
  const heard = await reader.read();
  expect(Buffer.from(heard.value!).toString()).not.toBe(Buffer.from(first.value!).toString());
  await reader.cancel();
  await nora.visit("/dashboard");
  expect(nora.headings(3).filter((title) => title === "Buy milk")).toHaveLength(1);

  // The first account is Mila's owner.
  await nora.visit("/preferences/instance");
  expect(nora.text).toMatch(/PostgreSQL uses \d+(\.\d)? MB/);
  await nora.visit("/preferences/instance/deliveries");
  const [, token] = /id="metrics-token"[^>]*value="([\w-]{43})"/.exec(nora.html) ?? [];
  const headers = { authorization: `Bearer ${token}` };
  const metrics = await (await fetch(`${other.url}/metrics`, { headers })).text();
  expect(metrics).toMatch(/^mila_database_bytes \d{7,}$/m);
  expect(metrics).not.toContain("mila_backup_age_seconds");

  const guess = async (visitor: Visitor, at: number) => {
    const fields = { mode: "login", email: `guess-${at}@example.com`, password: "not this 1" };
    return (await visitor.post("/auth", fields)).text();
  };
  const guessers = [new Visitor(one.url), new Visitor(other.url)];
  let answer = "";
  // Each may sign in 30 times from a network in 15 minutes.
  for (let at = 0; at <= 30; at += 1) answer = await guess(guessers[at % 2]!, at);
  expect(answer).toContain("Too many tries.");
});

test.skipIf(!isOnPostgres)(
  "a reminder comes once, also after the worker that leads was killed, and nobody moves beside them",
  async () => {
    await using twilio = await startFakeTwilio();
    await using machines = await startTwo(twilio.settings);
    const { own, one, other } = machines;
    const leads = (mila: Mila) => mila.output().includes("this worker leads");
    await expect.poll(() => [leads(one), leads(other)].filter(Boolean)).toHaveLength(1);
    const [leader, next] = leads(one) ? [one, other] : [other, one];
    await expect.poll(() => next.output()).toContain("worker ready");
    const worker = processRunning(builtWorker, listProcesses(leader.process.pid!));
    const family = await newFamilyWithPhone(own.db);
    process.kill(worker, "SIGKILL");
    await addDueReminder(own.db, family, { dueAt: nowIso(), title: "Call the vet" });
    await own.db.deleteFrom("deliveries").execute();
    await own.db.updateTable("reminders").set({ status: "pending" }).execute();
    await expect.poll(() => twilio.messages().map(({ body }) => body)).toHaveLength(1);
    await expect
      .poll(() => leads(next) || leader.output().split("worker leads").length > 2)
      .toBe(true);

    const { status, stderr } = spawnSync(process.execPath, ["scripts/move.ts", own.url, "--back"], {
      env: { ...process.env, ...noSettings, DATA_DIR: machines.files.folder },
      encoding: "utf8",
    });
    expect(stderr).toContain("Mila still runs with that database: stop her on every machine first");
    expect(status).toBe(1);

    const keys = join(machines.files.folder, "other.json");
    writeFileSync(keys, JSON.stringify(newSecrets()));
    const { output } = await startExpectingFailure({
      DATA_DIR: machines.files.folder,
      DATABASE_URL: own.url,
      MILA_SECRETS_FILE: keys,
      PORT: "0",
    });
    expect(output).toContain("other.json are not this database's");
    expect(twilio.messages()).toHaveLength(1);
  },
);
