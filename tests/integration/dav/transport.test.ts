import { afterAll, beforeAll, expect, test } from "vitest";
import { type DavClient, newDavClient } from "../../support/dav/dav-client.ts";
import { type SharedMila, sharedMila } from "../../support/product/shared-mila.ts";
import { signedInFamily } from "../security/signed-in.ts";
import { setOwner } from "../../support/people/owner.ts";
import { FormBrowser } from "../../support/product/form-browser.ts";

let mila: SharedMila;
let nora: DavClient;

beforeAll(async () => {
  mila = await sharedMila("connected");
  nora = await newDavClient(mila);
});

afterAll(() => mila[Symbol.asyncDispose]());

const statusFrom = async (address: string, headers: Record<string, string> = {}) =>
  (
    await nora.send("PROPFIND", "/dav/", undefined, {
      depth: "0",
      headers: { "X-Forwarded-For": address, ...headers },
    })
  ).status;

test("a token travels by https, or at home once Mila's owner allows it", async () => {
  const home = ["192.168.1.20", "10.0.0.7", "fd00::7"];
  for (const address of [...home, "203.0.113.5"]) expect(await statusFrom(address)).toBe(403);
  expect(await statusFrom("203.0.113.5", { "X-Forwarded-Proto": "https" })).toBe(207);
  expect(await statusFrom("127.0.0.1")).toBe(207);
  const { cookie, userId } = await signedInFamily(mila.db);
  await setOwner(mila.db, "id", userId);
  const owner = new FormBrowser(mila.url, { cookie });
  await owner.visit("/preferences/instance");
  expect(owner.html).toContain("others on the network can then read the access tokens");
  await owner.press("Allow plain http at home");
  for (const address of home) expect(await statusFrom(address)).toBe(207);
  expect(await statusFrom("203.0.113.5")).toBe(403);
  await owner.visit("/preferences/instance");
  expect(owner.html).toContain("Others on the network can read the access tokens");
  await owner.press("Only allow https");
  expect(await statusFrom(home[0]!)).toBe(403);
});
