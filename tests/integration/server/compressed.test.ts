import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { type IncomingMessage, request } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { familyWithTasks } from "../../bench/family.ts";
import { type SharedMila, sharedMila } from "../../support/product/shared-mila.ts";

let mila: SharedMila;

beforeAll(async () => {
  mila = await sharedMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

const plain = (body: Buffer) => body;

test.each([
  ["gzip, deflate, br, zstd", "br", brotliDecompressSync],
  ["gzip", "gzip", gunzipSync],
  ["br;q=0, gzip", "gzip", gunzipSync],
  ["identity", undefined, plain],
] as const)(
  "a page for a browser that accepts %s is sent as %s",
  async (accepted, encoding, unpack) => {
    const { headers, body } = await ask("/auth", "GET", { "accept-encoding": accepted });
    expect(headers["content-encoding"]).toBe(encoding);
    expect(headers.vary).toContain("Accept-Encoding");
    expect(Number(headers["content-length"])).toBe(body.length);
    const page = String(unpack(body));
    expect([page.startsWith("<!DOCTYPE html>"), page.includes("</html>")]).toEqual([true, true]);
  },
);

test("the head of a page is sent without its body", async () => {
  const { headers, body } = await ask("/auth", "HEAD", {});
  expect(headers["content-type"]).toBe("text/html; charset=utf-8");
  expect(body).toHaveLength(0);
});

test.each(["/manifest.webmanifest", "/service-worker.js"])("%s is compressed too", async (path) => {
  const { headers, body } = await ask(path, "GET", { "accept-encoding": "gzip" });
  expect(headers["content-encoding"]).toBe("gzip");
  expect(gunzipSync(body).length).toBeGreaterThan(body.length);
});

test("so is the data that JavaScript loads", async () => {
  const visitor = await familyWithTasks(mila, 20);
  const cookie = visitor.cookies();
  const { headers, body } = await ask("/dashboard.data", "GET", {
    cookie,
    "accept-encoding": "gzip",
  });
  expect(headers["content-encoding"]).toBe("gzip");
  expect(String(gunzipSync(body))).toContain("Household");
});

async function ask(path: string, method: string, headers: Record<string, string>) {
  const response = await new Promise<IncomingMessage>((resolve, reject) =>
    request(mila.url + path, { method, headers }, resolve)
      .on("error", reject)
      .end(),
  );
  return { headers: response.headers, body: Buffer.concat(await response.toArray()) };
}
