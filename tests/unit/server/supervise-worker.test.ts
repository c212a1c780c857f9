import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { superviseWorker } from "../../../scripts/start/supervise-worker.ts";

test("the supervisor passes on to the worker that something is due", async () => {
  const echo = "process.on('message', (message) => process.send(message)); process.send('ready')";
  const child = spawn(process.execPath, ["-e", echo], { stdio: ["ignore", "ignore", "inherit", "ipc"] });
  const worker = superviseWorker(
    () => child,
    () => undefined,
  );
  await once(child, "message");
  worker.wake();
  expect(await once(child, "message")).toEqual([{ isDue: true }, undefined]);
  await worker.stop();
});
