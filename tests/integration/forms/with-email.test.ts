import { afterAll, beforeAll, expect, test } from "vitest";
import { emailVerificationLink, passwordResetLink } from "#app/domain/core/links.server.ts";
import { readSecrets } from "#app/config/secrets.server.ts";
import { confirmAddress } from "../../support/people/confirm-address.ts";
import { FormBrowser } from "../../support/product/form-browser.ts";
import { type MilaWithDatabase, startMilaWithDatabase } from "../security/signed-in.ts";
import { newNora } from "./forms-mila.ts";

let mila: MilaWithDatabase;

beforeAll(async () => {
  mila = await startMilaWithDatabase({ EMAIL_FROM: "Mila <mila@example.com>", SMTP_URL: "smtp://127.0.0.1:9" });
});

afterAll(() => mila[Symbol.asyncDispose]());

/** The path of the link in the user's newest email, which waits in the database. */
async function linkTo(email: string): Promise<string> {
  const delivery = await mila.db
    .selectFrom("deliveries")
    .innerJoin("users", "users.id", "deliveries.user_id")
    .select(["kind", "subject_id"])
    .where("users.email", "=", email)
    .orderBy("deliveries.id", "desc")
    .executeTakeFirstOrThrow();
  const linkFor = delivery.kind === "password_reset" ? passwordResetLink : emailVerificationLink;
  return linkFor({ origin: "", linkKey: readSecrets(mila.dataFolder).link }, delivery.subject_id);
}

test("a user who forgot their password gets a link by email", async () => {
  const { family } = await newNora(mila);
  const stranger = new FormBrowser(mila.url);
  await stranger.visit("/auth/forgot");
  stranger.fill("Email", family.email);
  await stranger.press("Get a link");
  expect(stranger.heading).toBe("Check your email");
  expect(stranger.text).toContain("If there's an account with this address, a link is on its way");

  await stranger.visit(await linkTo(family.email));
  stranger.fill("New password", "another horse 8");
  await stranger.press("Save new password");
  expect(stranger.toast).toContain("Password changed");
});

test("an invalid address is refused beside its field and stays there", async () => {
  const stranger = new FormBrowser(mila.url);
  await stranger.visit("/auth/forgot");
  stranger.skipBrowserChecks();
  stranger.fill("Email", "nobody at home");
  await stranger.press("Get a link", { status: 400 });
  expect(stranger.field("Email").description).toBe("This doesn't look like an email address");
  expect(stranger.field("Email").value).toBe("nobody at home");
});

test("an unknown address gets the same answer", async () => {
  const stranger = new FormBrowser(mila.url);
  await stranger.visit("/auth/forgot");
  stranger.fill("Email", "nobody@example.com");
  await stranger.press("Get a link");
  expect(stranger.text).toContain("If there's an account with this address, a link is on its way");
});

test("the link from signing up confirms the address by a button", async () => {
  const stranger = new FormBrowser(mila.url);
  await stranger.visit("/auth?mode=signup");
  stranger.fill("Email", "confirm@example.com");
  stranger.fill("Password", "correct horse 7");
  await stranger.press("Sign Up");
  expect(stranger.toast).toContain("Account created!");

  await stranger.visit(await linkTo("confirm@example.com"));
  expect(stranger.text).toContain("confirm@example.com");
  await stranger.press("Yes, confirm it");
  expect(stranger.toast).toContain("Email address confirmed");
  expect(stranger.url).toBe("/auth");
});

test("a signed-in user can request another link", async () => {
  const { nora, family } = await newNora(mila);
  await nora.visit("/auth/verify");
  expect(nora.heading).toBe("Confirm your email address");
  await nora.press("Send me a link");
  expect(nora.toast).toContain("Check your email A link is on its way.");
  await nora.visit("/auth/verify");
  expect(nora.text).toMatch(/The link: (On its way|Scheduled for)/);
  const first = await linkTo(family.email);
  await nora.visit("/auth/verify");
  await nora.press("Send me a link");
  await nora.visit(first);
  expect(nora.heading).toBe("Confirm your email address");

  await nora.visit(await linkTo(family.email));
  await nora.press("Yes, confirm it");
  expect(nora.url).toBe("/dashboard");
  await nora.visit("/auth/verify");
  expect(nora.heading).toBe("Your email address is confirmed");
});

test("a new address waits for its link, and the account says so", async () => {
  const { nora, family } = await newNora(mila);
  const email = `new-${family.email}`;
  await nora.visit("/preferences/account/email");
  nora.fill("New email address", email);
  nora.fill("Your password", "correct horse 7");
  await nora.press("Change email address");
  expect(nora.toast).toContain(`Open the link I sent to ${email}.`);
  const waits = `Your new address ${email} waits until you open the link I sent there. The link: `;
  expect(nora.region("How you sign in").text).toContain(waits);

  await mila.db
    .updateTable("deliveries")
    .set({ state: "cancelled", reason: "recipient_limit" })
    .where("kind", "=", "email_verification")
    .execute();
  await nora.reload();
  expect(nora.text).toContain(`${waits}Not sent: I've sent enough messages there today. Please try again tomorrow`);
  await nora.visit(await linkTo(family.email));
  await nora.press("Yes, confirm it");
  await nora.visit("/preferences/account");
  expect(nora.region("How you sign in").text).not.toContain("waits");
});

test("the fourth invitation within an hour is not sent, and the page says so", async () => {
  const { nora, family } = await newNora(mila);
  await confirmAddress(mila, family.email);
  for (let count = 1; count <= 3; count += 1) {
    await nora.visit("/preferences/family/invite");
    nora.fill("Email address", "often@example.com");
    await nora.press("Send Invitation");
    expect(nora.toast).toContain("Invitation sent!");
    expect(nora.region("Pending invitations").text).toContain("often@example.com");
  }
  await nora.visit("/preferences/family/invite");
  nora.fill("Email address", "often@example.com");
  await nora.press("Send Invitation", { status: 429 });
  expect(nora.text).toContain("I've emailed this address three times in the last hour.");
  expect(nora.field("Email address").value).toBe("often@example.com");
});
