import { createServer as createHttpServer, type RequestListener } from "node:http";
import { createServer } from "node:net";
import { expect, test } from "vitest";
import { call } from "#app/services/transport/http-call.server.ts";
import { listen } from "./listen.ts";

const post = { method: "POST", headers: {}, body: "Hello", timeoutMs: 20_000 } as const;

test.concurrent("a connection not made in 3 s has sent nothing", async () => {
  let received = 0;
  // Accepts connections without a TLS handshake.
  await using server = await listen(
    createServer((socket) => socket.on("data", (part) => (received += part.length))),
  );
  const startedAt = performance.now();
  expect(await call({ ...post, url: `https://127.0.0.1:${server.port}` })).toEqual({
    type: "not_sent",
  });
  expect(performance.now() - startedAt).toBeGreaterThan(2_900);
  // The start of a TLS handshake, before any request.
  expect(received).toBeLessThan(5_000);
});

test.concurrent("connecting and reading share one deadline", async () => {
  await using silent = await listen(createServer());
  const [https, http] = ["https", "http"].map((scheme) => `${scheme}://127.0.0.1:${silent.port}`);
  expect(await call({ ...post, url: https ?? "", timeoutMs: 200 })).toEqual({ type: "not_sent" });
  expect(await call({ ...post, url: http ?? "", timeoutMs: 2_000 })).toEqual({
    type: "interrupted",
  });
});

test.for<[name: string, answer: RequestListener]>([
  ["resets the connection", (request) => request.socket.resetAndDestroy()],
  [
    "ends in the middle of the head",
    (request) => request.socket.end("HTTP/1.1 200 OK\r\nContent-"),
  ],
  [
    "ends in the middle of the body",
    (request) => request.socket.end("HTTP/1.1 201 Created\r\nContent-Length: 100\r\n\r\n{"),
  ],
  ["speaks something else", (request) => request.socket.end("220 mail.example.com\r\n")],
  ["does not come to an end", (_request, response) => void response.write("x".repeat(6_000_000))],
])("an answer that %s may have been a success", async ([, answer]) => {
  await using server = await listen(createHttpServer(answer));
  expect(await call({ ...post, url: `http://127.0.0.1:${server.port}` })).toEqual({
    type: "interrupted",
  });
});

test.concurrent("a request is begun once connected, and only then", async () => {
  let received = "";
  await using server = await listen(
    createHttpServer((request, response) => {
      received += request.url;
      response.end();
    }),
  );
  const url = `http://127.0.0.1:${server.port}/here`;
  const seen: string[] = [];
  const beforeData = async () => void seen.push(received);
  await call({ ...post, url, beforeData });
  expect([seen, received]).toEqual([[""], "/here"]);
  await expect(
    call({ ...post, url, beforeData: () => Promise.reject(new Error("Stop")) }),
  ).rejects.toThrow("Stop");
  expect(received).toBe("/here");
  expect(await call({ ...post, url: "http://127.0.0.1:1/", beforeData })).toEqual({
    type: "not_sent",
  });
  expect(seen).toHaveLength(1);
});

test.concurrent("a connection that closes before the request is begun has sent nothing", async () => {
  const closed = Promise.withResolvers<void>();
  await using server = await listen(
    createServer((socket) => socket.resume().end().once("close", closed.resolve)),
  );
  const url = `http://127.0.0.1:${server.port}/`;
  expect(await call({ ...post, url, beforeData: () => closed.promise })).toEqual({
    type: "not_sent",
  });
});

test.concurrent("a redirect is an answer and not followed", async () => {
  const paths: (string | undefined)[] = [];
  await using server = await listen(
    createHttpServer((request, response) => {
      paths.push(request.url);
      response.writeHead(302, { Location: "/elsewhere" }).end();
    }),
  );
  const result = await call({ ...post, url: `http://127.0.0.1:${server.port}/here` });
  expect({ result, paths }).toMatchObject({
    result: { type: "answered", status: 302 },
    paths: ["/here"],
  });
});

test.for([
  ["120", 120],
  ["0", undefined],
  [new Date(Date.now() + 3_600_000).toUTCString(), expect.closeTo(3_600, -3)],
  // Seconds, milliseconds and an impossible date: a day is the limit.
  ["1763760000", 86_400],
  ["1763760000000", 86_400],
  ["10000000000000", 86_400],
  ["Fri, 31 Dec 9999 23:59:59 GMT", 86_400],
  ["Sat, 01 Jan 2000 00:00:00 GMT", undefined],
  ["soon", undefined],
] as const)("Retry-After: %s means %s seconds", async ([header, seconds]) => {
  await using server = await listen(
    createHttpServer((_request, response) =>
      response.writeHead(429, { "Retry-After": header }).end("{}"),
    ),
  );
  const result = await call({ ...post, url: `http://127.0.0.1:${server.port}` });
  expect(result.type === "answered" ? result.retryAfterSeconds : result).toEqual(seconds);
});
