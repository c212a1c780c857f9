import { expect, test, vi } from "vitest";
import { builtWorker } from "../../../scripts/start/built.ts";
import { newFamily, Visitor } from "../../support/product/visitor.ts";
import { dump } from "../security/households/dump.ts";
import { startMilaWithDatabase } from "../security/signed-in.ts";
import { listProcesses, processRunning } from "./processes.ts";
import { letWindowsPass } from "../../support/records/limit-events.ts";

// Starts the whole product, and its worker twice.
vi.setConfig({ testTimeout: 120_000 });

const password = "correct horse 7";

test("a deleted account's address stays only in counts for limits, for an hour and until the next purge", async () => {
  await using mila = await startMilaWithDatabase({
    EMAIL_FROM: "Mila <mila@example.com>",
    SMTP_URL: "smtp://127.0.0.1:9",
  });
  const tablesWith = async (words: string) => {
    const lines = (await dump(mila.db)).filter((line) => line.includes(words));
    return [...new Set(lines.map((line) => line.split(" ")[0]))].toSorted();
  };
  // The first account may invite without a confirmed address.
  const host = await newFamily({ url: mila.url });
  const nora = await newFamily({ url: mila.url });
  expect((await host.post("/preferences/family/invite", { inviteeEmail: nora.email })).status).toBe(
    303,
  );
  await new Visitor(mila.url).post("/auth", { email: nora.email, password: "wrong horse 8" });
  await new Visitor(mila.url).post("/auth/forgot", { email: nora.email });
  for (const person of [nora, host]) {
    const deleted = await person.post("/preferences/account/delete", {
      password,
      leaveNoOwner: "on",
    });
    expect(deleted.headers.get("location")).toBe("/auth");
  }
  expect(await tablesWith(nora.email)).toEqual(["limit_events"]);

  await letWindowsPass(mila.db);
  // A worker purges when it starts, then every hour.
  process.kill(processRunning(builtWorker, listProcesses(mila.process.pid ?? 0)), "SIGKILL");
  await expect.poll(() => tablesWith(nora.email), { timeout: 25_000 }).toEqual([]);
});
