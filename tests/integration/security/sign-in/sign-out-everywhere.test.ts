import { afterAll, beforeAll, expect, test } from "vitest";
import { setOwner } from "../../../support/people/owner.ts";
import { parsePage } from "../../../support/product/form-browser/parse-page.ts";
import { rawRequest } from "../../../support/product/raw-request.ts";
import { type SharedMila, sharedMila } from "../../../support/product/shared-mila.ts";
import { addressOf, everyRoute } from "../households/every-route.ts";
import { insertRecord } from "../households/insert-record.ts";
import { signedInFamily } from "../signed-in.ts";

let mila: SharedMila;

beforeAll(async () => {
  mila = await sharedMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

/** An email, which /email-preview shows in a frame. */
const framed = "/email-preview/message";
const pages = everyRoute.filter(
  ({ path, who, hasPage }) => who === "signed-in" && hasPage && path !== framed,
);

test.for(pages)("$path has a button to sign out", async ({ path, about }) => {
  const family = await signedInFamily(mila.db);
  const address = addressOf(path, await insertRecord(mila, family, about));
  if (path.startsWith("/preferences/instance")) await setOwner(mila.db, "id", family.userId);
  const { status, headers, text } = await rawRequest(mila.url, address, {
    headers: { cookie: family.cookie },
  });
  if (!String(headers["content-type"]).startsWith("text/html")) return;
  expect(status).toBe(200);
  expect(
    parsePage(text).querySelectorAll('form[method="post"][action="/sign-out"] button').length,
  ).toBeGreaterThan(0);
});
