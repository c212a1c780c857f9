import { mkdirSync } from "node:fs";
import { chromium } from "@playwright/test";
import { browserOptions } from "./tests/support/chromium.ts";
import { startMila } from "./tests/support/mila.ts";
import { signedInFamily } from "./tests/support/signed-in-family.ts";
import { addFamilyMember } from "./tests/support/add-family-member.ts";
import { askSam } from "./tests/support/delegation-link.ts";
import { confirmedLongAgo } from "./tests/support/long-ago.ts";
import { makeOwner } from "./tests/support/owner.ts";
import { openDatabase } from "./db/connection.server.ts";
import { join } from "node:path";

const out = "/tmp/gapshots2";
mkdirSync(out, { recursive: true });
await using mila = await startMila({ EMAIL_FROM: "Mila <mila@example.com>", SMTP_URL: "smtp://127.0.0.1:9" });
await using db = openDatabase(join(mila.dataFolder, "mila.db"));
await signedInFamily(mila); // the first account
const family = await signedInFamily(mila);
await family.post("/preferences/family/invite", { inviteeEmail: "sam@example.com" });
await addFamilyMember(family, { name: "Sam", relation: "spouse", email: "sam@example.com", phone: "" });
const { path } = await askSam(await signedInFamily(mila));
const browser = await chromium.launch(browserOptions());

for (const js of [true, false]) for (const width of [360, 1280]) for (const colorScheme of ["light", "dark"] as const) {
  if (!js && (width !== 360 || colorScheme === "dark")) continue;
  const context = await browser.newContext({ baseURL: mila.url, viewport: { width, height: 820 }, colorScheme, javaScriptEnabled: js, timezoneId: "America/New_York" });
  await context.addCookies([{ name: "mila_session", value: family.cookie("mila_session")!, url: mila.url }]);
  const page = await context.newPage();
  const shot = async (name: string, fullPage = false) => page.screenshot({ path: `${out}/${name}-${width}-${colorScheme}${js ? "" : "-nojs"}.png`, fullPage });
  await page.goto("/preferences/family/invite"); await shot("invite-draft");
  await page.goto("/preferences/family/members"); await shot("members-draft");
  await page.goto("/auth/verify"); await shot("verify");
  await db.updateTable("deliveries").set({ state: "cancelled", reason: "recipient_limit" }).where("kind", "in", ["invitation", "welcome"]).execute();
  await page.goto("/preferences/family/invite"); await shot("invite-refused");
  await page.goto("/preferences/family/members"); await shot("members-refused");
  await db.updateTable("deliveries").set({ state: "ready", reason: null }).where("kind", "in", ["invitation", "welcome"]).execute();
  await context.close();
  const visitor = await browser.newContext({ baseURL: mila.url, viewport: { width, height: 820 }, colorScheme, javaScriptEnabled: js });
  const other = await visitor.newPage();
  await other.goto("/auth?mode=signup");
  await db.deleteFrom("sign_ups").execute();
  await db.insertInto("sign_ups").values(Array.from({ length: 5 }, (_, i) => ({ id: crypto.randomUUID(), ip_address: "127.0.0.1", mailbox: `x${i}`, signed_up_at: new Date().toISOString() }))).execute();
  await other.getByLabel("Email").fill("new@example.com");
  await other.getByLabel("Password", { exact: true }).fill("correct horse 7");
  await other.getByRole("button", { name: "Sign Up" }).click();
  await other.getByText("Too many sign-ups").waitFor();
  await other.screenshot({ path: `${out}/sign-up-limit-${width}-${colorScheme}${js ? "" : "-nojs"}.png` });
  await db.updateTable("delegations").set({ copy_version: 2 }).execute();
  await other.goto(path);
  await other.screenshot({ path: `${out}/ended-link-${width}-${colorScheme}${js ? "" : "-nojs"}.png` });
  await visitor.close();
}

// The owner's step-up, with and without JavaScript, by keyboard.
await makeOwner(mila, family.email);
const victim = await signedInFamily(mila);
for (const js of [true, false]) {
  await confirmedLongAgo(db, family.email);
  const context = await browser.newContext({ baseURL: mila.url, viewport: { width: 360, height: 820 }, javaScriptEnabled: js });
  await context.addCookies([{ name: "mila_session", value: family.cookie("mila_session")!, url: mila.url }]);
  const page = await context.newPage();
  await page.goto("/preferences/instance/accounts");
  if (js) await page.waitForTimeout(1500);
  const row = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: victim.email }) });
  const summary = row.locator("summary", { hasText: "Sign out" });
  await summary.focus(); await page.keyboard.press("Enter");
  await page.keyboard.press("Tab"); await page.keyboard.press("Enter");
  await page.waitForURL(/auth\/confirm/);
  await page.screenshot({ path: `${out}/step-up-${js ? "js" : "nojs"}.png` });
  await page.keyboard.press("Tab");
  await page.getByLabel("Your password").focus();
  await page.keyboard.type("correct horse 7"); await page.keyboard.press("Enter");
  await page.waitForURL(/instance\/accounts/);
  await page.screenshot({ path: `${out}/step-up-back-${js ? "js" : "nojs"}.png` });
  await summary.focus(); await page.keyboard.press("Enter");
  await page.keyboard.press("Tab"); await page.keyboard.press("Enter");
  await page.getByText("Signed out everywhere").first().waitFor();
  console.log("step-up", js, "ok");
  await context.close();
}
await browser.close();
