import { once } from "node:events";
import { readdirSync, statSync } from "node:fs";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { readMemory } from "../../support/product/memory.ts";
import { startMila } from "../../support/product/mila.ts";
import { rawRequest } from "../../support/product/raw-request.ts";
import { listProcesses } from "./processes.ts";

const largest = readdirSync("build/client/assets")
  .map((name) => ({ path: `/assets/${name}`, size: statSync(`build/client/assets/${name}`).size }))
  .toSorted((one, other) => other.size - one.size)[0]!.path;

test("clients that never read the answer they asked for cost no memory", async () => {
  await using mila = await startMila();
  const megabytes = () => readMemory(listProcesses(mila.process.pid ?? 0)).all ?? Infinity;
  const accept = { "accept-encoding": "br" };
  expect((await rawRequest(mila.url, largest, { headers: accept })).status).toBe(200);
  const before = megabytes();
  const sockets = await Promise.all(Array.from({ length: 200 }, () => askAndStop(mila.url)));
  // Answers are in the order of the requests.
  expect((await rawRequest(mila.url, largest, { headers: accept })).status).toBe(200);
  expect(megabytes() - before).toBeLessThan(60);
  for (const socket of sockets) socket.destroy();
});

test("a browser that has a file is told so, and a part of one is sent whole", async () => {
  await using mila = await startMila();
  const { headers } = await rawRequest(mila.url, "/service-worker.js");
  const again = await rawRequest(mila.url, "/service-worker.js", {
    headers: { "if-none-match": String(headers.etag) },
  });
  expect([again.status, again.text]).toEqual([304, ""]);
  const range = {
    range: `bytes=${Array.from({ length: 200 }, (_, at) => `${at}-${at}`).join(",")}`,
  };
  expect((await rawRequest(mila.url, "/manifest.webmanifest", { headers: range })).status).toBe(
    200,
  );
});

async function askAndStop(url: string) {
  const socket = connect(Number(new URL(url).port), "127.0.0.1").on("error", () => undefined);
  await once(socket, "connect");
  socket.pause().write(`GET ${largest} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: br\r\n\r\n`);
  return socket;
}
