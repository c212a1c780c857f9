import { afterAll, beforeAll, expect, test } from "vitest";
import { operations } from "#app/doors/api/operations.ts";
import { problemCodes } from "#app/doors/api/problem.ts";
import { namedSchemas } from "#app/doors/api/schemas.ts";
import { FormBrowser } from "../../support/product/form-browser.ts";
import { type SharedMila, sharedMila } from "../../support/product/shared-mila.ts";

let mila: SharedMila;

beforeAll(async () => {
  mila = await sharedMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

test("the page shows anybody each operation, its answers and each problem", async () => {
  const visitor = new FormBrowser(mila.url);
  await visitor.visit("/api/v1");
  expect(visitor.heading).toBe("API");
  for (const { method, path, summary } of operations) {
    expect(visitor.text).toContain(`${method.toUpperCase()} ${path}`);
    expect(visitor.headings(3)).toContain(summary);
  }
  expect(visitor.headings(3)).toEqual(expect.arrayContaining(Object.keys(namedSchemas)));
  for (const code of problemCodes) expect(visitor.html).toContain(`id="${code}"`);
  visitor.unfold("Fields: List tasks");
  expect(visitor.text).toContain("updated_since");
  await visitor.follow("Apps & Data");
  expect(visitor.url).toMatch(/^\/auth/);
});
