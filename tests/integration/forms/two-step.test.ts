import { afterAll, beforeAll, expect, test } from "vitest";
import { type Authenticator, authenticatorWith } from "../../support/browser/authenticator.ts";
import { confirmedLongAgo } from "../../support/records/long-ago.ts";
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
  expect(nora.text).toContain("You have 10 unused codes.");
  expect(nora.text).not.toContain(recoveryCodes[0]);
  await nora.visit("/preferences/account");
  expect(nora.region("Two-step sign-in").text).toMatch(
    /Authenticator app Added .* Recovery codes 10 left/,
  );
  await nora.visit("/preferences/account/authenticator");
  expect(nora.url).toBe("/preferences/account");
});

test("a wrong code keeps the key, and nothing is turned on", async () => {
  const { nora, family } = await newNora(mila);
  await nora.visit("/preferences/account/authenticator");
  const app = scan(nora);
  expect(nora.html).toContain('aria-label="QR code for your authenticator app"');
  nora.fill("The code it shows", "000000");
  await nora.press("Turn on", { status: 400 });
  expect(nora.field("The code it shows").description).toContain(
    "That's not the app's current code.",
  );
  expect((await logIn(family)).url).toBe("/family");

  expect(scan(nora).code()).toBe(app.code());
  nora.fill("The code it shows", app.code());
  await nora.press("Turn on");
  expect((await logIn(family)).url).toBe("/auth/code");
});

async function confirm(nora: FormBrowser): Promise<void> {
  expect(nora.heading).toBe("Confirm it's you");
  nora.fill("Your password", password);
  await nora.press("Confirm");
}

/** With the second step. */
async function confirmFully(nora: FormBrowser, code: string): Promise<void> {
  await confirm(nora);
  expect([nora.heading, nora.toast]).toEqual(["Confirm it's you", ""]);
  nora.fill("Code", code);
  await nora.press("Confirm");
  expect(nora.toast).toContain("Thanks, it's you");
}

test("adding an app asks for the password, and the app that was set up before still works", async () => {
  const { nora, family } = await newNora(mila);
  await confirmedLongAgo(mila.db, family.email);
  await nora.visit("/preferences/account");
  await nora.region("Two-step sign-in").follow("Add an authenticator app");
  await confirm(nora);
  const app = scan(nora);
  await confirmedLongAgo(mila.db, family.email);
  nora.fill("The code it shows", app.code());
  await nora.press("Turn on");
  await confirm(nora);
  expect(scan(nora).code()).toBe(app.code());
  nora.fill("The code it shows", app.code());
  await nora.press("Turn on");
  expect(nora.heading).toBe("Your recovery codes");
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

test("new recovery codes ask for the second step and end the old ones", async () => {
  const { nora, family } = await newNora(mila);
  const { recoveryCodes, code } = await turnOn(nora);
  await confirmedLongAgo(mila.db, family.email);
  await nora.visit("/preferences/account");
  await nora.region("Two-step sign-in").follow("Make new codes");
  await confirmFully(nora, code(1));
  await nora.press("Make new codes");
  expect(nora.heading).toBe("Your recovery codes");
  for (const old of recoveryCodes) expect(nora.text).not.toContain(old);
  const elsewhere = await logIn(family);
  await elsewhere.follow("Use a recovery code");
  elsewhere.fill("Recovery code", recoveryCodes[0] ?? "");
  await elsewhere.press("Log In", { status: 400 });
});

test("removing the app asks for the second step, and then the password is enough again", async () => {
  const { nora, family } = await newNora(mila);
  const { recoveryCodes } = await turnOn(nora);
  await confirmedLongAgo(mila.db, family.email);
  await nora.visit("/preferences/account");
  await nora.region("Two-step sign-in").follow("Remove");
  await confirm(nora);
  nora.fill("Code", "000000");
  await nora.press("Confirm", { status: 400 });
  expect(nora.field("Code").description).toContain("That code is wrong or was used before.");
  await nora.follow("Use a recovery code");
  nora.fill("Recovery code", recoveryCodes[2] ?? "");
  await nora.press("Confirm");
  expect(nora.text).toContain(
    "Your password alone will sign you in, and your recovery codes stop working.",
  );
  await nora.press("Remove");
  expect(nora.toast).toContain("Authenticator app removed");
  expect((await logIn(family)).url).toBe("/family");
});
