import { createServer, type RequestListener } from "node:http";
import { text } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { callWithClient, type Send } from "#app/services/transport/client-call.server.ts";
import { askModel } from "#app/services/openai/model.server.ts";
import { toFetch } from "#app/services/transport/client-fetch.server.ts";
import { listen } from "./listen.ts";
import { newEmail, newEntry, newText, providersBy } from "./messages.ts";

const timeoutMs = 20_000;

test("a client with its own retries makes only one request", async () => {
  let requests = 0;
  await using server = await answering((_request, response) => {
    requests += 1;
    response.writeHead(500).end("{}");
  });
  const request = { method: "POST", url: `http://127.0.0.1:${server.port}`, headers: {} };
  const result = await callWithClient(timeoutMs, async (send) =>
    send(request).then(() => send(request)),
  );
  expect({ result, requests }).toEqual({
    result: { type: "answered", status: 500, body: {} },
    requests: 1,
  });
});

test("a response and its absence are distinguished, whatever the client makes of them", async () => {
  const request = { method: "GET", url: "http://127.0.0.1:1", headers: {} };
  const swallow = async (send: Send) => void (await send(request).catch(() => undefined));
  expect(await callWithClient(timeoutMs, swallow)).toEqual({ type: "not_sent" });
  expect(await callWithClient(timeoutMs, (send) => send(request))).toEqual({ type: "not_sent" });
});

test("a client that sends nothing is our own error", async () => {
  const refuse = async () => Promise.reject(new Error("Required parameter missing"));
  await expect(callWithClient(timeoutMs, refuse)).rejects.toThrow("Required parameter missing");
  await expect(callWithClient(timeoutMs, async () => "nothing")).rejects.toThrow("made no request");
});

test("compressed responses are not requested because nothing decompresses them", async () => {
  await using server = await answering(({ headers }, response) => {
    const isPacked = headers["accept-encoding"]?.includes("gzip");
    response.writeHead(200, isPacked ? { "Content-Encoding": "gzip" } : {});
    response.end(isPacked ? gzipSync('{"ok":true}') : '{"ok":true}');
  });
  const url = `http://127.0.0.1:${server.port}`;
  const result = await callWithClient(timeoutMs, (send) =>
    toFetch(send)(url, { headers: { "Accept-Encoding": "gzip" } }),
  );
  expect(result).toEqual({ type: "answered", status: 200, body: { ok: true } });
});

test("a form or text body arrives with its content type", async () => {
  const bodies: [kind: string | undefined, body: string][] = [];
  await using server = await answering(async (request, response) => {
    bodies.push([request.headers["content-type"], await text(request)]);
    response.end("{}");
  });
  const post = (init: RequestInit) =>
    callWithClient(timeoutMs, (send) =>
      toFetch(send)(`http://127.0.0.1:${server.port}`, { method: "POST", ...init }),
    );
  await post({ body: new URLSearchParams({ code: "4/a b" }) });
  await post({ body: '{"To":"å"}', headers: { "Content-Type": "application/json" } });
  expect(bodies).toEqual([
    ["application/x-www-form-urlencoded;charset=UTF-8", "code=4%2Fa+b"],
    ["application/json", '{"To":"å"}'],
  ]);
});

/** Every client has its own retry rules. */
const failures: [name: string, answer: RequestListener][] = [
  ["500", (_request, response) => response.writeHead(500).end("{}")],
  ["429", (_request, response) => response.writeHead(429).end("{}")],
  ["a reset", (request) => request.socket.resetAndDestroy()],
  ["a redirect", (_request, response) => response.writeHead(307, { Location: "/elsewhere" }).end()],
];

test.for(failures)("no client sends more by itself after %s", async ([, answer]) => {
  const paths: string[] = [];
  await using server = await answering((request, response) => {
    paths.push(new URL(request.url ?? "", "http://provider").pathname);
    answer(request, response);
  });
  const base = `http://127.0.0.1:${server.port}`;
  const sid = `AC${"0".repeat(32)}`;
  const providers = providersBy({
    TWILIO_ACCOUNT_SID: sid,
    TWILIO_AUTH_TOKEN: "token",
    TWILIO_SMS_FROM: "+15550100000",
    TWILIO_BASE_URL: base,
    EMAIL_FROM: "mila@example.com",
    POSTMARK_SERVER_TOKEN: "token",
    POSTMARK_BASE_URL: base,
    GOOGLE_CLIENT_ID: "id",
    GOOGLE_CLIENT_SECRET: "secret",
    GOOGLE_BASE_URL: base,
  });
  for (const message of [newText(), newEmail(), newEntry("1//token")])
    await providers.send(message);
  await askModelAt(base);
  const paid = [`/2010-04-01/Accounts/${sid}/Messages.json`, "/email"];
  expect(paths).toEqual([...paid, "/token", "/v1/chat/completions"]);
});

test("the calendar client does not retry by itself once it has access", async () => {
  const paths: string[] = [];
  await using server = await answering((request, response) => {
    const { pathname } = new URL(request.url ?? "", "http://provider");
    paths.push(pathname);
    if (pathname !== "/token") return response.writeHead(500).end("{}");
    return response.end(JSON.stringify({ access_token: "ya29.token", expires_in: 3_599 }));
  });
  const google = { GOOGLE_CLIENT_ID: "id", GOOGLE_CLIENT_SECRET: "secret" };
  const providers = providersBy({ ...google, GOOGLE_BASE_URL: `http://127.0.0.1:${server.port}` });
  expect(await providers.send(newEntry("1//another"))).toEqual({ status: "unclear" });
  expect(paths).toEqual(["/token", "/calendar/v3/calendars/primary/events"]);
});

test("an answer of the model that is too long is not read to its end", async () => {
  const message = { content: JSON.stringify("x".repeat(6_000_000)) };
  await using server = await answering((_request, response) =>
    response.end(JSON.stringify({ choices: [{ message }] })),
  );
  expect(await askModelAt(`http://127.0.0.1:${server.port}`)).toMatchObject({ failure: "network" });
});

function askModelAt(base: string) {
  const model = { name: "gpt", apiKey: "sk-key", baseUrl: `${base}/v1` };
  const answerSchema = { name: "answer", schema: {} };
  return askModel(model, { instructions: "Read this.", material: "Call grandma", answerSchema });
}

function answering(answer: RequestListener) {
  return listen(createServer(answer));
}
