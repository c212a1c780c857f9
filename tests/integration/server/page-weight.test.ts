import { afterAll, beforeAll, expect, test } from "vitest";
import { familyWithTasks } from "../../bench/family.ts";
import { weighPage } from "../../bench/page-weight.ts";
import { type SharedMila, sharedMila } from "../../support/product/shared-mila.ts";
import { Visitor } from "../../support/product/visitor.ts";

let mila: SharedMila;

beforeAll(async () => {
  mila = await sharedMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

test.each([
  ["sign-in page", "/auth", () => new Visitor(mila.url)],
  ["dashboard with 50 tasks", "/dashboard", () => familyWithTasks(mila, 50)],
])("the %s is light", async (_name, path, visitor) => {
  const { htmlAndCss, javaScript, font } = await weighPage(await visitor(), path);
  expect(htmlAndCss).toBeGreaterThan(10_000);
  expect(htmlAndCss).toBeLessThanOrEqual(40_000);
  // A far smaller size means that files were not found.
  expect(javaScript).toBeGreaterThan(50_000);
  expect(javaScript).toBeLessThanOrEqual(150_000);
  expect(font).toBeGreaterThan(10_000);
  expect(font).toBeLessThanOrEqual(50_000);
});
