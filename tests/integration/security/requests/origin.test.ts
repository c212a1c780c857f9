import { afterAll, beforeAll, expect, test } from "vitest";
import { rawPost, rawRequest } from "../../../support/product/raw-request.ts";
import { type SharedMila, sharedMila } from "../../../support/product/shared-mila.ts";
import { dump } from "../households/dump.ts";
import { addressOf, everyWritingRoute, fieldsOf } from "../households/every-route.ts";
import { insertRecord, type RecordKind } from "../households/insert-record.ts";
import { type SignedInFamily, signedInFamily } from "../signed-in.ts";

let atHome: SharedMila;
let behindProxy: SharedMila;

beforeAll(async () => {
  [atHome, behindProxy] = await Promise.all([sharedMila(), sharedMila("public")]);
});

afterAll(() => Promise.all([atHome[Symbol.asyncDispose](), behindProxy[Symbol.asyncDispose]()]));

const sameSiteRoutes = everyWritingRoute.filter(({ isForAnySite }) => !isForAnySite);

test.for(sameSiteRoutes)(
  "POST $path from another site is refused",
  async ({ path, about, fields }) => {
    const family = await signedInFamily(atHome.db);
    const address = addressOf(path, await insertRecord(atHome, family, about));
    const port = new URL(atHome.url).port;
    const before = await dump(atHome.db);
    for (const headers of [
      { origin: "https://evil.example" },
      { origin: "null" },
      { origin: "" },
      { origin: atHome.url.replace("http:", "https:") },
      { origin: "http://127.0.0.1" },
      { origin: `http://localhost:${port}` },
      { origin: `http://127.0.0.1.evil.example:${port}` },
      { origin: `${atHome.url}, ${atHome.url}` },
      { origin: "https://evil.example", "sec-fetch-site": "same-origin" },
      {
        origin: "https://evil.example",
        "x-forwarded-host": "evil.example",
        "x-forwarded-proto": "https",
      },
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
      { "sec-fetch-site": "anything" },
    ]) {
      for (const suffix of ["", ".data"]) {
        const answer = await rawPost(atHome.url, address + suffix, fields(), {
          cookie: family.cookie,
          ...headers,
        } as never);
        expect([headers, answer.status]).toEqual([headers, 403]);
        expect(answer.text).toContain("nothing was changed");
      }
    }
    expect(await dump(atHome.db)).toEqual(before);
  },
);

test.for(everyWritingRoute)(
  "POST $path works from its own page and from non-browsers",
  async ({ path, about, fields, status = 303 }) => {
    for (const headers of [
      { origin: atHome.url },
      { origin: atHome.url, "sec-fetch-site": "same-origin" },
      { "sec-fetch-site": "same-origin" },
      { "sec-fetch-site": "none" },
      {},
    ]) {
      const answer = await send(
        atHome,
        path,
        about,
        fields(),
        headers as never,
        await signedInFamily(atHome.db),
      );
      expect([headers, answer.status]).toEqual([headers, status]);
      expect(answer.headers.location ?? "").not.toContain("redirectTo=%2Ftasks");
    }
  },
);

test.for(everyWritingRoute)(
  "POST $path works behind a proxy that rewrites Host",
  async ({ path, about, fields, status = 303 }) => {
    const family = await signedInFamily(behindProxy.db, "__Host-mila_session");
    const headers = { host: "internal:3000", origin: behindProxy.origin };
    const answer = await send(behindProxy, path, about, fields(), headers, family);
    expect(answer.status).toBe(status);
    expect(answer.headers.location ?? "").not.toContain("/auth?redirectTo=%2Ftasks");
  },
);

test.for(sameSiteRoutes)(
  "POST $path compares the origin with APP_URL, whatever Host says",
  async ({ path, about, fields }) => {
    const family = await signedInFamily(behindProxy.db, "__Host-mila_session");
    for (const origin of [
      "http://internal:3000",
      "https://internal:3000",
      behindProxy.origin.replace("https:", "http:"),
      "https://evil.example",
    ]) {
      const headers = {
        host: new URL(origin).host,
        origin,
        "x-forwarded-host": new URL(origin).host,
      };
      const answer = await send(behindProxy, path, about, fields(), headers, family);
      expect([origin, answer.status]).toEqual([origin, 403]);
    }
  },
);

async function send(
  mila: SharedMila,
  path: string,
  about: RecordKind,
  fields: Record<string, string>,
  headers: Record<string, string>,
  family: SignedInFamily,
) {
  const inserted = await insertRecord(mila, family, about);
  return rawPost(mila.url, addressOf(path, inserted), fieldsOf(fields, inserted), {
    cookie: family.cookie,
    ...headers,
  });
}

test.for([
  ["GET", "/%5c"],
  ["GET", "/%09/"],
  ["GET", "//"],
  ["POST", "/%5c"],
  ["POST", "/webhooks/twilio"],
  ["POST", "/webhooks/none"],
  ["POST", "/webhooks/none/none"],
  ["POST", "/webhooks/twilio/status"],
  ["POST", "/webhooks/postmark"],
] as const)("%s %s from another site is refused, not an error", async ([method, path]) => {
  for (const suffix of ["", ".data"]) {
    const { cookie } = await signedInFamily(atHome.db);
    const headers = { cookie, origin: "https://evil.example" };
    const { status } = await (method === "POST"
      ? rawPost(atHome.url, path + suffix, {}, headers)
      : rawRequest(atHome.url, path + suffix, { headers }));
    expect([401, 403, 404]).toContain(status);
  }
});
