import { afterAll, beforeAll, expect, test } from "vitest";
import { allowPlainHttp } from "#app/domain/instance/plain-http.server.ts";
import { findToken } from "#app/domain/tokens/find-token.server.ts";
import { maxTokens } from "#app/domain/tokens/input.ts";
import { makeToken } from "#app/domain/tokens/tokens.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import type { FormBrowser } from "../../support/product/form-browser.ts";
import { passwordLink } from "../../support/people/password-link.ts";
import { findUserId } from "../../support/people/owner.ts";
import { newFamily, Visitor } from "../../support/product/visitor.ts";
import { browserOf, confirmIdentity, type FormsMila, formsMila, newNora } from "./forms-mila.ts";

const page = "/preferences/data";

let mila: FormsMila;

beforeAll(async () => {
  mila = await formsMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

const isGood = async (secret: string) => (await findToken(mila.db, secret, null)) !== null;

async function makeOne(nora: FormBrowser, name: string): Promise<string> {
  await nora.visit(page);
  await nora.follow("Make an access token");
  nora.fill("Name", name);
  await nora.press("Make the token");
  expect(nora.toast).toContain("Access token made");
  return String(nora.field(`Token for ${name}`).value);
}

test("the steps for assistants have Mila's own address", async () => {
  const { nora } = await newNora(mila);
  await nora.visit(page);
  await nora.follow("Connect an assistant, such as Claude");
  const address = String(nora.field("Address for assistants").value);
  expect(address).toBe(`${mila.url}/mcp`);
  expect(nora.text).toContain(`claude mcp add --transport http mila ${address} --header`);
  expect(nora.text).toContain("mcp-remote");
  const answer = await fetch(address, { method: "POST" });
  expect(answer.status).toBe(401);
});

test("the steps for tasks apps have the address and user name that let an app in", async () => {
  const { nora, family } = await newNora(mila);
  const secret = await makeOne(nora, "Phone");
  await nora.visit(page);
  await nora.follow("Connect a tasks app, such as Apple Reminders or Tasks.org");
  const address = String(nora.field("Address (server, base URL)").value);
  const name = String(nora.field("User name").value);
  expect([address, name]).toEqual([`${mila.url}/dav/`, family.email]);
  for (const app of ["DAVx\u2075", "Tasks.org alone", "Reminders", "Thunderbird", "Home Assistant"])
    expect(nora.text).toContain(app);
  expect(nora.text).toContain("apps on other devices are refused");
  const answer = await fetch(address, {
    method: "PROPFIND",
    headers: { Authorization: `Basic ${btoa(`${name}:${secret}`)}`, Depth: "0" },
  });
  expect(answer.status).toBe(207);

  await allowPlainHttp(mila.db, true);
  await nora.reload();
  expect(nora.text).toContain("others on your network can read the token");
  await allowPlainHttp(mila.db, false);
});

test("a parent makes a token, which is shown once, renews it, and revokes it", async () => {
  const { nora, family } = await newNora(mila);
  await nora.visit("/preferences");
  await nora.followFirst(/^Apps & Data/);
  expect(nora.text).toContain("No access token yet.");
  const first = await makeOne(nora, "Home Assistant");
  expect(first).toMatch(/^mila_[\w-]{43}$/);
  expect(await isGood(first)).toBe(true);
  await nora.reload();
  expect(nora.html).not.toContain(first);
  expect(nora.text).toMatch(/Home Assistant Sees and changes tasks .*Ends /);

  await nora.press("Renew: Home Assistant");
  const second = String(nora.field("Token for Home Assistant").value);
  expect(nora.text).toContain("The old secret no longer works.");
  expect([await isGood(first), await isGood(second)]).toEqual([false, true]);

  nora.unfold("Revoke");
  await nora.press("Revoke Home Assistant");
  expect(nora.toast).toContain("Home Assistant revoked");
  expect(await isGood(second)).toBe(false);
  await nora.visit("/preferences/account/activity");
  for (const what of ["made", "renewed", "revoked"])
    expect(nora.text).toContain(`Access token ${what}`);
  const rows = JSON.stringify(await mila.db.selectFrom("audit_events").selectAll().execute());
  expect(rows).not.toContain("Home Assistant");
  expect(family.email).toBeTruthy();
});

test("the list says when and from where a token was used last", async () => {
  const { nora } = await newNora(mila);
  const secret = await makeOne(nora, "Tablet");
  await nora.reload();
  expect(nora.text).toContain("Never used");
  await findToken(mila.db, secret, "203.0.113.7");
  await nora.reload();
  expect(nora.text).toMatch(/Last used .+ from 203\.0\.113\.7/);
});

test("a token ends on its day, and says so", async () => {
  const { nora } = await newNora(mila);
  await nora.visit(`${page}/tokens`);
  nora.fill("Name", "Script");
  nora.check(/^See tasks/);
  nora.choose("When does it end?", "In 30 days");
  await nora.press("Make the token");
  const secret = String(nora.field("Token for Script").value);
  expect(await findToken(mila.db, secret, null)).toMatchObject({ access: "read" });
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  expect(await findToken(mila.db, secret, null, inDays(29))).not.toBeNull();
  expect(await findToken(mila.db, secret, null, inDays(30))).toBeNull();
  await mila.db
    .updateTable("access_tokens")
    .set({ expires_at: nowIso() })
    .where("name", "=", "Script")
    .execute();
  await nora.reload();
  expect(nora.text).toMatch(/Script Ended .+ Renew it to use it again\./);
  expect(await isGood(secret)).toBe(false);
});

test("making and renewing ask for the password again, and what was typed is kept", async () => {
  const { nora, family } = await newNora(mila);
  await makeOne(nora, "Tablet");
  const confirmedLongAgo = () =>
    mila.db
      .updateTable("sessions")
      .set({ confirmed_at: "2001-01-01T00:00:00.000Z" })
      .where(
        "user_id",
        "in",
        mila.db.selectFrom("users").select("id").where("email", "=", family.email),
      )
      .execute();
  await nora.visit(`${page}/tokens`);
  nora.fill("Name", "Kitchen");
  nora.check(/^See tasks/);
  await confirmedLongAgo();
  await nora.press("Make the token");
  await confirmIdentity(nora);
  expect(nora.field("Name").value).toBe("Kitchen");
  await nora.press("Make the token");
  expect(nora.toast).toContain("Access token made");
  await confirmedLongAgo();
  await nora.press("Renew: Tablet");
  await confirmIdentity(nora);
  expect(nora.heading).toBe("Apps & Data");
  await confirmedLongAgo();
  await nora.follow("Make an access token");
  await confirmIdentity(nora);
  expect(nora.heading).toBe("New access token");
});

test("the form says beside its fields what is wrong, and an account has 20 at most", async () => {
  const { nora, family } = await newNora(mila);
  await nora.visit(`${page}/tokens`);
  nora.fill("Name", " ");
  await nora.press("Make the token", { status: 400 });
  expect(nora.text).toContain("Please enter a name");
  const userId = await findUserId(mila, family.email);
  for (let at = 0; at < maxTokens; at += 1)
    await makeToken(mila.db, { userId }, { name: `Token ${at}`, access: "read", days: "30" });
  nora.fill("Name", "One more");
  await nora.press("Make the token", { status: 400 });
  expect(nora.text).toContain("You have 20 access tokens, which is the most. Revoke one first.");
  expect(nora.field("Name").value).toBe("One more");
});

async function withToken() {
  const family = await newFamily(mila);
  const nora = browserOf(mila, family);
  return { family, nora, secret: await makeOne(nora, "Tablet") };
}

test.for([
  ["on", true],
  ["off", false],
] as const)("a changed password with “Keep my access tokens” %s", async ([kept, isKept]) => {
  const { nora, secret } = await withToken();
  await nora.visit("/preferences/account/password");
  nora.fill("Current password", "correct horse 7");
  nora.fill("New password", "another horse 8");
  if (kept === "on") nora.check("Keep my access tokens");
  await nora.press("Change password");
  expect(nora.toast).toContain("Password changed");
  expect(await isGood(secret)).toBe(isKept);
});

test("the choice is absent without a token", async () => {
  const { nora } = await newNora(mila);
  await nora.visit("/preferences/account/password");
  expect(nora.text).not.toContain("Keep my access tokens");
});

test("a reset password ends the tokens", async () => {
  const { family, secret } = await withToken();
  const link = await passwordLink(mila, family);
  await new Visitor(mila.url).post(link, { password: "another horse 8", keepsTokens: "on" });
  expect(await isGood(secret)).toBe(false);
});
