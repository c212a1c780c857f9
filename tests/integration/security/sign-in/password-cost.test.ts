import { existsSync, readFileSync } from "node:fs";
import { networkInterfaces } from "node:os";
import { afterAll, beforeAll, expect, test } from "vitest";
import { forgetSignUps } from "../../../support/people/forget-sign-ups.ts";
import { startMila } from "../../../support/product/mila.ts";
import { rawRequest } from "../../../support/product/raw-request.ts";
import { Visitor } from "../../../support/product/visitor.ts";
import { listProcesses, processRunning } from "../../server/processes.ts";
import { type MilaWithDatabase, startMilaWithDatabase } from "../signed-in.ts";
import { builtServer } from "../../../../scripts/start/built.ts";

// All other tests hash cheaply (TEST_ONLY_CHEAP_PASSWORDS); users get this cost.
let mila: MilaWithDatabase;

beforeAll(async () => {
  mila = await startMilaWithDatabase({ TEST_ONLY_CHEAP_PASSWORDS: "" });
});

afterAll(() => mila[Symbol.asyncDispose]());

const password = "correct horse 7";
const signUp = (email: string) =>
  new Visitor(mila.url).post("/auth", { mode: "signup", email, password });

test("a password is stored as a salted argon2id hash of the promised cost", async () => {
  const emails = ["nora@example.com", "sam@example.com"];
  for (const email of emails) expect((await signUp(email)).status).toBe(303);
  const users = await mila.db
    .selectFrom("users")
    .select("password_hash")
    .where("email", "in", emails)
    .execute();
  const hashes = users.map((user) => user.password_hash);
  for (const hash of hashes)
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$[\w+/]{22,}\$[\w+/]{43,}$/);
  expect(new Set(hashes).size).toBe(2);
  expect(
    (await new Visitor(mila.url).post("/auth", { email: emails[0] ?? "", password })).status,
  ).toBe(303);
});

test.runIf(existsSync("/proc/self/status"))(
  "simultaneous sign-ups compute one hash at a time",
  async () => {
    const pid = processRunning(builtServer, listProcesses(mila.process.pid ?? 0));
    // With JavaScript loaded for that many visitors, and one hash.
    const many = Array.from({ length: 5 }, (_, at) => `visitor-${at}@example.com`);
    await Promise.all(
      many.map((email) =>
        new Visitor(mila.url).post("/auth", { mode: "signup", email, password: "short" }),
      ),
    );
    await signUp("first@example.com");
    await forgetSignUps(mila);
    const before = maxMemory(pid);
    await Promise.all(many.map(signUp));
    const hashes = (maxMemory(pid) - before) / (64 * 1024);
    expect(hashes).toBeLessThan(0.7);
  },
);

const others = Object.values(networkInterfaces()).flatMap((all = []) =>
  all.filter(({ internal }) => !internal),
);
const outside = others.find(({ family }) => family === "IPv4")?.address ?? "";

test.runIf(outside)(
  "an instance with cheap hashes cannot be reached from another machine",
  async () => {
    const reach = ({ url }: { url: string }) =>
      rawRequest(`http://${outside}:${new URL(url).port}`, "/health/live", {
        headers: { host: "localhost" },
      });
    expect((await reach(mila)).status).toBe(200);
    await using cheap = await startMila({ TEST_ONLY_CHEAP_PASSWORDS: "yes" });
    await expect(reach(cheap)).rejects.toMatchObject({ code: "ECONNREFUSED" });
  },
);

/** Peak memory in KiB. */
function maxMemory(pid: number): number {
  return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
}
