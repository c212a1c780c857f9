import { afterAll, beforeAll, expect, test } from "vitest";
import { rawPost, rawRequest } from "../../../support/product/raw-request.ts";
import { type SharedMila, sharedMila } from "../../../support/product/shared-mila.ts";

let mila: SharedMila;

beforeAll(async () => {
  mila = await sharedMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

const many = Array.from({ length: 1_500 }, (_, index) => `p${index}=1`).join("&");

test.each([
  "?_data=root",
  "?a=1&_data=root",
  "?%5Fdata=root",
  "?a=?&_data=root",
  "??&_data=root",
  `?${many}&_data=root`,
])("Remix's old data request is refused: %.30s", async (query) => {
  for (const answer of [
    await rawRequest(mila.url, `/auth${query}`),
    await rawPost(mila.url, `/auth${query}`, {}),
  ]) {
    expect(answer.status).toBe(400);
    expect(answer.text).toContain("Invalid address");
  }
});
