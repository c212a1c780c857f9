import { afterAll, beforeAll, expect, test } from "vitest";
import { emailVerificationLink, passwordResetLink } from "#app/domain/core/links.server.ts";
import { readSecrets } from "#app/config/secrets.server.ts";
import { requireTwoStep } from "#app/domain/instance/required-two-step.server.ts";
import { confirmAddress } from "../../support/people/confirm-address.ts";
import { forgetSignUps } from "../../support/people/forget-sign-ups.ts";
import { FormBrowser } from "../../support/product/form-browser.ts";
import { type MilaWithDatabase, startMilaWithDatabase } from "../security/signed-in.ts";
import { newNora, say } from "./forms-mila.ts";

let mila: MilaWithDatabase;

beforeAll(async () => {
  mila = await startMilaWithDatabase({
    EMAIL_FROM: "Mila <mila@example.com>",
    SMTP_URL: "smtp://127.0.0.1:9",
  });
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

/** Nora signs up on her laptop, adds a task, and opens the link on her phone. */
async function signUpOnLaptop(email: string) {
  const [laptop, phone] = [new FormBrowser(mila.url), new FormBrowser(mila.url)];
  await forgetSignUps(mila);
  await laptop.visit("/auth?mode=signup");
  laptop.fill("Email", email);
  laptop.fill("Password", "correct horse 7");
  await laptop.press("Sign Up");
  await logIn(laptop, email);
  await say(laptop, "Buy milk");
  await phone.visit(await linkTo(email));
  expect(phone.heading).toBe("Is this your email address?");
  return { laptop, phone };
}

async function logIn(browser: FormBrowser, email: string): Promise<void> {
  browser.fill("Email", email);
  browser.fill("Password", "correct horse 7");
  await browser.press("Log In");
}

test("who signed up on another device logs in to confirm the address, and keeps everything", async () => {
  const email = "laptop@example.com";
  const { laptop, phone } = await signUpOnLaptop(email);
  await phone.follow("Log in");
  await logIn(phone, email);
  expect(phone.heading).toBe("Is this your email address?");
  expect(phone.text).not.toContain("Make it mine");
  await phone.press("Yes, confirm it");
  expect(phone.toast).toContain("Email address confirmed");
  expect(phone.card("Buy milk").text).toContain("Buy milk");
  await laptop.visit("/auth/verify");
  expect(laptop.heading).toBe("Your email address is confirmed");
});

test("who must add a second step first is led to it, and not asked to log in again", async () => {
  const { phone } = await signUpOnLaptop("second-step@example.com");
  await requireTwoStep(mila.db, true);
  try {
    await phone.follow("Log in");
    await logIn(phone, "second-step@example.com");
    expect(phone.url).toBe("/preferences/account/authenticator");
    expect(phone.toast).toContain("Please add yours, then open your link again.");
  } finally {
    await requireTwoStep(mila.db, false);
  }
});

test("who did not sign up gets the account alone, and the stranger nothing", async () => {
  const email = "squatted@example.com";
  const { laptop: stranger, phone: owner } = await signUpOnLaptop(email);
  expect(owner.text).toContain("Then someone else used your address.");
  await owner.press("Make it mine");
  expect(owner.toast).toContain("This account is yours now");
  await stranger.visit("/dashboard");
  expect(stranger.url).toBe("/auth?redirectTo=%2Fdashboard");
  stranger.fill("Email", email);
  stranger.fill("Password", "correct horse 7");
  await stranger.press("Log In", { status: 400 });

  await owner.follow("Forgot your password?");
  owner.fill("Email", email);
  await owner.press("Get a link");
  await owner.visit(await linkTo(email));
  owner.fill("New password", "another horse 8");
  await owner.press("Save new password");
  expect(owner.toast).toContain("Password changed");
});

test("a signed-in user can request another link", async () => {
  const { nora, family } = await newNora(mila);
  await nora.visit("/auth/verify");
  expect(nora.heading).toBe("Confirm your email address");
  await nora.press("Send me a link");
  expect(nora.toast).toContain("Check your email A link is on its way.");
  await nora.visit("/auth/verify");
  expect(nora.text).toMatch(/The email: (On its way|Scheduled for)/);
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
  const waits = `Your address changes to ${email} once you open the link in my email there. The email: `;
  expect(nora.region("How you sign in").text).toContain(waits);

  await mila.db
    .updateTable("deliveries")
    .set({ state: "cancelled", reason: "recipient_limit" })
    .where("kind", "=", "email_verification")
    .execute();
  await nora.reload();
  expect(nora.text).toContain(
    `${waits}Not sent: I've sent enough messages there today. Please try again tomorrow`,
  );
  await nora.visit(await linkTo(family.email));
  await nora.press("Yes, confirm it");
  await nora.visit("/preferences/account");
  expect(nora.region("How you sign in").text).not.toContain("changes to");
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

test("an email that was refused says so beside the invitation and the family member", async () => {
  const { nora, family } = await newNora(mila);
  await confirmAddress(mila, family.email);
  await nora.visit("/preferences/family/invite");
  nora.fill("Email address", "refused@example.com");
  await nora.press("Send Invitation");
  expect(nora.region("Pending invitations").text).not.toContain("Not sent");
  await nora.visit("/preferences/family/members");
  nora.fill("Name", "Sam");
  nora.fill("Email", "sam-turned-away@example.com");
  await nora.press("Add");
  await mila.db
    .updateTable("deliveries")
    .set({ state: "cancelled", reason: "new_account_limit" })
    .where("kind", "in", ["invitation", "welcome"])
    .execute();
  const why = "Not sent: on its first day, an account can only write to a few people.";
  await nora.visit("/preferences/family/members");
  expect(nora.item("Sam").text).toContain(why);
  await nora.visit("/preferences/family/invite");
  expect(nora.item("refused@example.com").text).toContain(why);
  await nora.press("Send again: refused@example.com");
  expect(nora.item("refused@example.com").text).not.toContain("Not sent");
});
