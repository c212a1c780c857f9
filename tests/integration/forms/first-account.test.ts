import { afterAll, beforeAll, expect, test } from "vitest";
import { FormBrowser } from "../../support/product/form-browser.ts";
import { type FormsMila, formsMila } from "./forms-mila.ts";

let mila: FormsMila;

beforeAll(async () => {
  mila = await formsMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

test("where nobody has an account, the first page is sign-up, and says who the first one is", async () => {
  const first = new FormBrowser(mila.url);
  await first.visit("/");
  const words = "Create the first account. You will be the administrator.";
  expect(first.url).toBe("/auth");
  expect(first.text).toContain(words);
  await first.follow("Already have an account? Log in");
  expect(first.buttons()).toContain("Log In");
  expect(first.text).not.toContain(words);
  await first.follow("Need an account? Sign up");

  first.fill("First name (optional)", "  Nora  ");
  first.fill("Email", "nora@example.com");
  first.fill("Password", "correct horse 7");
  await first.press("Sign Up");
  expect(first.url).toBe("/auth?redirectTo=%2Fdashboard");
  expect(first.toast).toContain("Account created! You can now log in.");
  expect(first.text).not.toContain(words);
  first.fill("Email", "nora@example.com");
  first.fill("Password", "correct horse 7");
  await first.press("Log In");
  expect(first.url).toBe("/dashboard");
  await first.visit("/preferences/profile");
  expect(first.field("First Name").value).toBe("Nora");

  const second = new FormBrowser(mila.url);
  await second.visit("/");
  expect(second.buttons()).toContain("Log In");
  await second.follow("Need an account? Sign up");
  expect(second.text).not.toContain(words);
  second.fill("Email", "sam@example.com");
  second.fill("Password", "correct horse 7");
  await second.press("Sign Up");
  expect(second.toast).toContain("Account created!");
});
