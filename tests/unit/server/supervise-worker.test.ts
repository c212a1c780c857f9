import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { expect, test, vi } from "vitest";
import { superviseWorker } from "../../../scripts/start/programs/supervise-worker.ts";

test("the supervisor passes on to the worker that something is due", async () => {
  const echo = "process.on('message', (message) => process.send(message)); process.send('ready')";
  const child = spawn(process.execPath, ["-e", echo], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const worker = superviseWorker(
    () => child,
    () => undefined,
  );
  await once(child, "message");
  worker.wake();
  expect(await once(child, "message")).toEqual([{ isDue: true }, undefined]);
  await worker.stop();
});

test("the supervisor outlives a worker that ends before it hears of something due", async () => {
  const child = spawn("sleep", ["60"], { stdio: ["ignore", "ignore", "ignore", "ipc"] });
  const worker = superviseWorker(
    () => child,
    () => undefined,
  );
  await once(child, "spawn");
  child.kill("SIGKILL");
  // Node learns of its end later.
  while (!/^State:\s+Z/m.test(readFileSync(`/proc/${child.pid}/status`, "utf8")));
  const said = vi.spyOn(console, "error").mockReturnValue(undefined);
  worker.wake();
  // Rejects if the child emits an error, which nobody expects.
  await once(child, "exit");
  await worker.stop();
  expect(said.mock.lastCall).toEqual([
    expect.stringContaining("The worker stopped (SIGKILL). Restarting it."),
  ]);
  said.mockRestore();
});

test("the server tells its parent, once a transaction's changes are saved, that something is due", async () => {
  const program = `
    await import("#app/server/monitoring/wake-worker.server.ts");
    const { wakeWorker, wakeWorkerAt } = await import("#app/domain/outbox/queries/wake-worker.ts");
    const { openDatabase } = await import("#db/connection.server.ts");
    const db = openDatabase(":memory:");
    await wakeWorkerAt(db, ["2031-06-10T12:00:00.000Z"], "2031-06-10T11:00:00.000Z");
    process.send("nothing yet");
    await db.transaction().execute(async (trx) => {
      for (const _ of [1, 2]) await wakeWorker(trx);
      process.send("changed");
    });
    setImmediate(() => process.send("the end", () => process.disconnect()));
  `;
  const child = spawn(process.execPath, ["--input-type=module", "-e", program], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const messages: unknown[] = [];
  child.on("message", (message) => messages.push(message));
  await once(child, "exit");
  expect(messages).toEqual(["nothing yet", "changed", { isDue: true }, "the end"]);
});
