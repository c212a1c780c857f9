import { expect, test } from "vitest";
import { laterBy, nowIso } from "#app/domain/core/time.ts";
import { withRedis } from "../../support/product/mila.ts";
import { rawRequest } from "../../support/product/raw-request.ts";
import { askReadiness } from "../../support/product/readiness.ts";
import { sharedMila } from "../../support/product/shared-mila.ts";
import { withoutTable } from "../../support/records/without-table.ts";
import { startMilaWithDatabase } from "../security/signed-in.ts";

/** The worker starts after the server. */
function workerIsReady({ url }: { url: string }): Promise<void> {
  return expect
    .poll(async () => (await rawRequest(url, "/health/ready")).status, { timeout: 20_000 })
    .toBe(200);
}

test("anyone can ask whether Mila is alive and ready, without a cookie", async () => {
  await using mila = await sharedMila();
  await workerIsReady(mila);
  for (const path of ["/health/live", "/health/ready"]) {
    const answer = await rawRequest(mila.url, path);
    expect([path, answer.status]).toEqual([path, 200]);
    expect(answer.headers).toMatchObject({
      "cache-control": "no-store",
      "content-type": expect.stringMatching("application/json"),
    });
    expect(answer.headers).not.toHaveProperty("set-cookie");
  }
});

test("a health check can be asked for by GET and HEAD only", async () => {
  await using mila = await sharedMila();
  const ask = (method: string) => rawRequest(mila.url, "/health/live", { method });
  expect(await ask("HEAD")).toMatchObject({ status: 200, text: "" });
  expect(await ask("POST")).toMatchObject({ status: 405, headers: { allow: "GET, HEAD" } });
});

test("idle connections stay open longer than proxies keep them", async () => {
  await using mila = await sharedMila();
  const { headers } = await rawRequest(mila.url, "/health/live", {
    headers: { connection: "keep-alive" },
  });
  expect(headers["keep-alive"]).toBe("timeout=130");
});

test("without a heartbeat for a minute, Mila is not ready", async () => {
  await using mila = await startMilaWithDatabase(withRedis);
  const answers = new Set<string>();
  const reasons = askReadiness(mila);
  const ready = async () => {
    const { text } = await reasons();
    answers.add(text);
    return JSON.parse(text);
  };
  await expect.poll(ready, { timeout: 20_000, interval: 20 }).toEqual({ status: "ok" });
  // The first heartbeat names the database as the queue, until Redis is connected.
  await mila.db.updateTable("workers").set({ queue: "database" }).execute();
  expect(await ready()).toEqual({ status: "ok" });
  expect([...answers].filter((text) => text.includes("degraded"))).toEqual([]);
  // Killed, now or with the clock ahead.
  for (const seconds of [-61, 90]) {
    const beat_at = laterBy(nowIso(), { seconds });
    await mila.db.updateTable("workers").set({ beat_at }).execute();
    expect(await reasons()).toMatchObject({
      status: 503,
      text: '{"status":"error","worker":"not running"}',
    });
    expect((await rawRequest(mila.url, "/health/live")).status).toBe(200);
  }
});

test("the health page names a paused channel, to whoever has the token for metrics", async () => {
  await using mila = await sharedMila();
  const until = laterBy(nowIso(), { minutes: 5 });
  const pause = { channel: "sms", reason: "misconfigured", paused_at: nowIso(), until } as const;
  await mila.db.insertInto("channel_pauses").values(pause).execute();
  const { text, status } = await askReadiness(mila)();
  expect(status).toBe(200);
  expect(JSON.parse(text).degraded).toContain("sms is paused: misconfigured");
  expect(await rawRequest(mila.url, "/health/ready")).toMatchObject({
    status: 200,
    text: '{"status":"ok"}',
  });
});

test("an unresponsive database makes Mila alive but not ready until it recovers", async () => {
  await using mila = await sharedMila();
  const ready = askReadiness(mila);
  await withoutTable(mila, "channel_pauses", async () => {
    expect(await ready()).toMatchObject({
      status: 503,
      text: '{"status":"error","database":"not responding"}',
    });
    expect((await rawRequest(mila.url, "/health/ready")).text).toBe('{"status":"error"}');
    expect((await rawRequest(mila.url, "/health/live")).status).toBe(200);
  });
  expect((await ready()).status).toBe(200);
});

test("a container's health check reaches 127.0.0.1, whatever APP_URL is", async () => {
  await using mila = await sharedMila("public");
  await workerIsReady(mila);
  const { port } = new URL(mila.url);
  for (const host of [`127.0.0.1:${port}`, "127.0.0.1", `localhost:${port}`]) {
    for (const path of ["/health/live", "/health/ready"]) {
      const { status } = await rawRequest(mila.url, path, { headers: { host } });
      expect([host, path, status]).toEqual([host, path, 200]);
    }
  }
});
