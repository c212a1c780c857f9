import { afterAll, beforeAll, expect, test } from "vitest";
import { type Authenticator, authenticatorWith } from "../../support/browser/authenticator.ts";
import { FormBrowser } from "../../support/product/form-browser.ts";
import { type Family, type FormsMila, formsMila, newNora } from "./forms-mila.ts";

const password = "correct horse 7";
let mila: FormsMila;

beforeAll(async () => {
  mila = await formsMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

/** Scans the page's key. */
function scan(nora: FormBrowser): Authenticator {
  const [, key = ""] = /Or type this key: ((?:[A-Z2-7]{4} ?){8})/.exec(nora.text) ?? [];
  return authenticatorWith(key);
}

async function turnOn(nora: FormBrowser): Promise<Authenticator & { recoveryCodes: string[] }> {
  await nora.visit("/preferences/account");
  await nora.region("Two-step sign-in").follow("Add an authenticator app");
  const app = scan(nora);
  nora.fill("The code it shows", app.code());
  nora.fill("Your password", password);
  await nora.press("Turn on");
  return { ...app, recoveryCodes: nora.text.match(/\b[0-9a-z]{4}(-[0-9a-z]{4}){2}\b/g) ?? [] };
}

async function logIn({ email }: Family): Promise<FormBrowser> {
  const browser = new FormBrowser(mila.url);
  await browser.visit("/auth?redirectTo=%2Ffamily");
  browser.fill("Email", email);
  browser.fill("Password", password);
  await browser.press("Log In");
  return browser;
}

test("an app is added with a code, and the recovery codes are shown once", async () => {
  const { nora } = await newNora(mila);
  const { recoveryCodes } = await turnOn(nora);
  expect(nora.toast).toContain("Two-step sign-in is on");
  expect(nora.heading).toBe("Your recovery codes");
  expect(new Set(recoveryCodes).size).toBe(10);
  await nora.reload();
  expect(nora.heading).toBe("Recovery codes");
  expect(nora.text).toContain("10 of your codes still work.");
  expect(nora.text).not.toContain(recoveryCodes[0]);
  await nora.visit("/preferences/account");
  expect(nora.region("Two-step sign-in").text).toMatch(/Authenticator app Added .* Recovery codes 10 left/);
  await nora.visit("/preferences/account/authenticator");
  expect(nora.url).toBe("/preferences/account");
});

test("a wrong code or password keeps the key, and nothing is turned on", async () => {
  const { nora, family } = await newNora(mila);
  await nora.visit("/preferences/account/authenticator");
  const app = scan(nora);
  expect(nora.html).toContain('aria-label="QR code for your authenticator app"');
  nora.fill("The code it shows", "000000");
  nora.fill("Your password", password);
  await nora.press("Turn on", { status: 400 });
  expect(nora.field("The code it shows").description).toContain("That's not the app's current code.");
  nora.fill("The code it shows", app.code());
  nora.fill("Your password", "wrong horse 8");
  await nora.press("Turn on", { status: 400 });
  expect(nora.field("Your password").description).toContain("Wrong password");
  expect((await logIn(family)).url).toBe("/family");

  expect(scan(nora).code()).toBe(app.code());
  nora.fill("The code it shows", app.code());
  nora.fill("Your password", password);
  await nora.press("Turn on");
  expect((await logIn(family)).url).toBe("/auth/code");
});

test("signing in asks for the code on a page of its own", async () => {
  const { nora, family } = await newNora(mila);
  const app = await turnOn(nora);
  const elsewhere = await logIn(family);
  expect(elsewhere.heading).toBe("Your code");
  elsewhere.fill("Code", "000000");
  await elsewhere.press("Log In", { status: 400 });
  expect(elsewhere.field("Code").description).toContain("That code is wrong or was used before.");
  elsewhere.fill("Code", app.code(1));
  await elsewhere.press("Log In");
  expect(elsewhere.url).toBe("/family");
});

test("a recovery code signs in without the phone", async () => {
  const { nora, family } = await newNora(mila);
  const { recoveryCodes } = await turnOn(nora);
  const elsewhere = await logIn(family);
  await elsewhere.follow("Use a recovery code");
  elsewhere.fill("Recovery code", (recoveryCodes[3] ?? "").toUpperCase());
  await elsewhere.press("Log In");
  expect(elsewhere.url).toBe("/family");
  await elsewhere.visit("/preferences/account");
  expect(elsewhere.region("Two-step sign-in").text).toContain("9 left");
});

test("new recovery codes take the password or a code", async () => {
  const { nora } = await newNora(mila);
  const { recoveryCodes } = await turnOn(nora);
  await nora.visit("/preferences/account");
  await nora.region("Two-step sign-in").follow("Make new codes");
  nora.fill("Your password or a code", "wrong horse 8");
  await nora.press("Make new codes", { status: 400 });
  expect(nora.field("Your password or a code").description).toContain("neither your password nor a code");
  nora.fill("Your password or a code", recoveryCodes[0] ?? "");
  await nora.press("Make new codes");
  expect(nora.heading).toBe("Your recovery codes");
  for (const code of recoveryCodes) expect(nora.text).not.toContain(code);
});

test("removing the app takes the password or a code, and then the password is enough again", async () => {
  for (const proofOf of [() => password, (app: Authenticator) => app.code(1)]) {
    const { nora, family } = await newNora(mila);
    const app = await turnOn(nora);
    await nora.visit("/preferences/account");
    await nora.region("Two-step sign-in").follow("Remove");
    nora.fill("Your password or a code", "wrong horse 8");
    await nora.press("Remove the app", { status: 400 });
    nora.fill("Your password or a code", proofOf(app));
    await nora.press("Remove the app");
    expect(nora.toast).toContain("Authenticator app removed");
    expect((await logIn(family)).url).toBe("/family");
  }
});
