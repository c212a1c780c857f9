import { spawnSync } from "node:child_process";
import { expect, test, vi } from "vitest";
import { rawRequest } from "../../support/product/raw-request.ts";
import { startExpectingFailure, startMila, withRedis } from "../../support/product/mila.ts";
import { newFamily } from "../../support/product/visitor.ts";
import { isRunning, listProcesses, processRunning } from "./processes.ts";
import { builtServer, builtWorker } from "../../../scripts/start/built.ts";

const hasRedis = spawnSync("redis-server", ["--version"]).status === 0;
const programs = [builtServer, builtWorker, ...(hasRedis ? ["redis-server"] : [])];

// Each starts the whole product, and part of it twice.
vi.setConfig({ testTimeout: 120_000 });

test.for(programs)("%s restarts when it is killed", async (program) => {
  await using mila = await startMila(withRedis);
  const family = await newFamily(mila);
  const running = () => processRunning(program, listProcesses(mila.process.pid ?? 0));
  await expect.poll(running).toBeGreaterThan(0);
  const killed = running();
  process.kill(killed, "SIGKILL");
  await expect.poll(() => [0, killed].includes(running()), { timeout: 25_000 }).toBe(false);
  expect(isRunning(mila.process.pid ?? 0)).toBe(true);
  // At the same address, although the system had chosen the port.
  const live = () => rawRequest(mila.url, "/health/live").then(({ status }) => status, String);
  await expect.poll(live, { timeout: 25_000 }).toBe(200);
  const cookie = `mila_session=${family.cookie("mila_session")}`;
  expect((await rawRequest(mila.url, "/dashboard", { headers: { cookie } })).status).toBe(200);
  expect(mila.output().match(/Mila is ready/g)).toHaveLength(1);
});

test("an unknown part is reported and not started", async () => {
  const { code, output } = await startExpectingFailure({}, "bash");
  expect(code).toBe(1);
  expect(output).toContain('unknown argument "bash": use web, worker or nothing');
});
