import { afterAll, beforeAll, expect, test } from "vitest";
import { FormBrowser } from "../../support/product/form-browser.ts";
import { browserOf, type Family, type FormsMila, formsMila, newNora } from "./forms-mila.ts";

const password = "correct horse 7";
let mila: FormsMila;

beforeAll(async () => {
  mila = await formsMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

async function loggedIn({ email }: Family, secret = password): Promise<FormBrowser> {
  const browser = new FormBrowser(mila.url);
  await browser.visit("/auth");
  browser.fill("Email", email);
  browser.fill("Password", secret);
  await browser.press("Log In");
  expect(browser.url).toBe("/dashboard");
  return browser;
}

test("changing the password requires the current one and signs out everywhere else", async () => {
  const { nora, family } = await newNora(mila);
  const elsewhere = await loggedIn(family);
  await nora.visit("/preferences/account");
  await nora.follow("Change password");
  nora.fill("Current password", "wrong horse 8");
  nora.fill("New password", "another horse 9");
  await nora.press("Change password", { status: 400 });
  expect(nora.field("Current password").description).toContain("Wrong password");

  nora.fill("Current password", password);
  nora.fill("New password", "another horse 9");
  await nora.press("Change password");
  expect(nora.toast).toContain("Password changed You're signed out everywhere else.");
  await elsewhere.reload();
  expect(elsewhere.url).toBe("/auth?redirectTo=%2Fdashboard");
  await loggedIn(family, "another horse 9");
});

test("changing the address requires the password and keeps the input", async () => {
  const { nora, family } = await newNora(mila);
  const email = `new-${family.email}`;
  await nora.visit("/preferences/account");
  await nora.follow("Change email address");
  nora.fill("New email address", email);
  nora.fill("Your password", "wrong horse 8");
  await nora.press("Change email address", { status: 400 });
  expect(nora.field("Your password").description).toContain("Wrong password");
  expect(nora.field("New email address").value).toBe(email);

  nora.fill("Your password", password);
  await nora.press("Change email address");
  expect(nora.toast).toContain("Email address changed");
  expect(nora.region("How you sign in").text).toContain(email);
});

test("another browser can be signed out from here", async () => {
  const { nora, family } = await newNora(mila);
  const elsewhere = await loggedIn(family);
  await nora.visit("/preferences/account");
  await nora.press("Sign out there: Unknown browser");
  expect(nora.url).toBe("/preferences/account");
  expect(nora.buttons()).not.toContainEqual(expect.stringContaining("Sign out there"));
  await elsewhere.reload();
  expect(elsewhere.url).toBe("/auth?redirectTo=%2Fdashboard");
});

test("a user can download their data", async () => {
  const { nora, family } = await newNora(mila);
  await nora.visit("/preferences/account");
  const { fileName, text } = await nora.download("Download my data");
  expect(fileName).toBe("mila.json");
  expect(JSON.parse(text)).toMatchObject({ account: { email: family.email } });
});

test("deleting the account requires the password and deletes everything with it", async () => {
  const { nora, family } = await newNora(mila);
  await nora.visit("/preferences/account");
  await nora.follow("Delete my account");
  nora.fill("Your password", "wrong horse 8");
  await nora.press("Delete my account", { status: 400 });
  expect(nora.field("Your password").description).toContain("Wrong password");

  nora.fill("Your password", password);
  await nora.press("Delete my account");
  expect(nora.url).toBe("/auth");
  expect(nora.toast).toContain("Your account was deleted");
  const again = browserOf(mila, family);
  await again.visit("/dashboard");
  expect(again.url).toBe("/auth?redirectTo=%2Fdashboard");
});
