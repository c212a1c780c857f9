import { fork, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { expect, test } from "vitest";
import type { BeforeData } from "#app/services/sending.ts";
import { call, wasNotAccepted } from "#app/services/transport/http-call.server.ts";
import { retryUntilAccepted } from "#app/services/transport/retry-until-accepted.ts";

test("idle connections closed by a server during a busy spell leave nothing unclear", async () => {
  await using server = await startIdleServer();
  expect(await resultsOf(150, server.url)).toEqual(["answered"]);
  server.closeIdleWhileBusy();
  expect(await resultsOf(150, server.url)).toEqual(["answered"]);
});

test("a connection that closes during a busy spell before its request begins leaves nothing unclear", async () => {
  await using server = await startIdleServer();
  expect(await post(server.url, 20_000)).toMatchObject({ type: "answered" });
  const beforeData = () => Promise.resolve(server.closeIdleWhileBusy());
  expect(await post(server.url, 20_000, beforeData)).toEqual({ type: "not_sent" });
});

test("an idle connection is closed before the server's announced keep-alive ends", async () => {
  const server = createServer({ keepAliveTimeout: 2_000 }, (_request, response) =>
    response.end("{}"),
  );
  const connected = once(server, "connection") as Promise<[Socket]>;
  await once(server.listen(0, "127.0.0.1"), "listening");
  await using _closing = {
    [Symbol.asyncDispose]: async () => void (await once(server.close(), "close")),
  };
  await post(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, 20_000);
  const [socket] = await connected;
  const endedBy = await Promise.race([
    once(socket, "end").then(() => "us"),
    once(socket, "close").then(() => "the server"),
  ]);
  expect(endedBy).toBe("us");
});

/** Results of simultaneous requests, retried as messages are. */
async function resultsOf(count: number, url: string): Promise<string[]> {
  const tries = Array.from({ length: count }, () =>
    retryUntilAccepted((timeoutMs) => post(url, timeoutMs), wasNotAccepted),
  );
  return [...new Set((await Promise.all(tries)).map(({ type }) => type))];
}

function post(url: string, timeoutMs: number, beforeData?: BeforeData) {
  return call({
    method: "POST",
    url,
    headers: {},
    body: "Hello",
    timeoutMs,
    ...(beforeData && { beforeData }),
  });
}

async function startIdleServer() {
  const program = fork(new URL("idle-server.ts", import.meta.url), { execArgv: [] });
  const [{ port }] = (await once(program, "message")) as [{ port: number }];
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    /** Blocks this process until the server has closed them. */
    closeIdleWhileBusy: () =>
      void spawnSync(process.execPath, ["-e", `fetch("${url}/close", { method: "POST" })`]),
    async [Symbol.asyncDispose]() {
      program.disconnect();
      await once(program, "exit");
    },
  };
}
