import { afterAll, beforeAll, expect, test } from "vitest";
import { giveAuthenticator } from "../../support/browser/authenticator.ts";
import { FormBrowser } from "../../support/product/form-browser.ts";
import { newSam } from "../../support/people/second-parent.ts";
import { confirmedLongAgo } from "../../support/records/long-ago.ts";
import { findUserId, makeOwner } from "../../support/people/owner.ts";
import { browserOf, confirmIdentity, type FormsMila, formsMila, newNora } from "./forms-mila.ts";

let mila: FormsMila;

beforeAll(async () => {
  mila = await formsMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

/** Nora, Mila's owner, looks at the accounts; Bob has one. */
async function openAccounts() {
  const [{ nora, family }, { nora: bobsBrowser, family: bob }] = [
    await newNora(mila),
    await newNora(mila),
  ];
  await makeOwner(mila, family.email);
  await nora.visit("/preferences/instance");
  await nora.follow("Accounts");
  return { nora, family, bob, bobsBrowser };
}

test("the owner sees every account, and who is the owner", async () => {
  const { nora, family, bob } = await openAccounts();
  expect(nora.heading).toBe("Accounts");
  const own = nora.item(`${family.email} (you)`);
  for (const fact of ["Mila's owner", /Since \w+ \d+, \d{4}/, /Last seen \w+ \d+, \d{4}/])
    expect(own.text).toMatch(fact);
  expect(own.buttons()).toEqual([]);
  expect(nora.item(bob.email).text).not.toContain("Mila's ownerSince");
});

test("the owner makes a password link, which is shown once", async () => {
  const { nora, bob } = await openAccounts();
  await nora.press(`Password link for ${bob.email}`);
  const link = new URL(nora.field("Link to choose a new password").value);
  expect(nora.text).toContain(
    `I guessed where you open Mila. If that isn't ${link.origin}, put your address in its place.`,
  );
  await nora.reload();
  expect(nora.text).toContain("A link is shown only once");
  expect(nora.html).not.toContain("token=");

  const stranger = new FormBrowser(mila.url);
  await stranger.visit(link.pathname + link.search);
  stranger.fill("New password", "another horse 8");
  await stranger.press("Save new password");
  expect(stranger.toast).toContain("Password changed");
});

test("a newer link ends the earlier one", async () => {
  const { nora, bob } = await openAccounts();
  await nora.press(`Password link for ${bob.email}`);
  const { pathname, search } = new URL(nora.field("Link to choose a new password").value);
  await nora.press("Make a new link");
  const stranger = new FormBrowser(mila.url);
  await stranger.visit(pathname + search);
  expect(stranger.heading).toBe("This link no longer works");
});

test("the owner signs someone out everywhere", async () => {
  const { nora, bob, bobsBrowser } = await openAccounts();
  nora.item(bob.email).unfold("Sign out");
  await nora.press(`Sign out ${bob.email}`);
  expect(nora.toast).toContain(`Signed out everywhere ${bob.email}`);
  await bobsBrowser.visit("/dashboard");
  expect(bobsBrowser.url).toBe("/auth?redirectTo=%2Fdashboard");
  await nora.reload();
  expect(nora.heading).toBe("Accounts");
});

test("the owner lets in someone who lost their phone and their codes", async () => {
  const { nora, family, bob, bobsBrowser } = await openAccounts();
  await giveAuthenticator(mila, await findUserId(mila, bob.email));
  await nora.reload();
  expect(nora.item(family.email).text).not.toContain("Two-step sign-in");
  await confirmedLongAgo(mila.db, family.email);
  for (const isConfirmed of [false, true]) {
    nora.item(bob.email).unfold("Turn off two-step sign-in");
    await nora.press(`Turn it off for ${bob.email}`);
    if (isConfirmed) break;
    nora.fill("Your password", "correct horse 7");
    await nora.press("Confirm");
  }
  expect(nora.toast).toContain(`Two-step sign-in is off ${bob.email}`);
  expect(nora.item(bob.email).text).not.toContain("Two-step sign-in");
  const bobElsewhere = new FormBrowser(mila.url);
  await bobElsewhere.visit("/auth");
  bobElsewhere.fill("Email", bob.email);
  bobElsewhere.fill("Password", "correct horse 7");
  await bobElsewhere.press("Log In");
  expect(bobElsewhere.url).toBe("/dashboard");
  await bobsBrowser.visit("/preferences/account/activity");
  expect(bobsBrowser.item("Authenticator app or passkey removed").text).toContain(
    "By Mila's owner",
  );
});

test("the owner hands Mila over", async () => {
  const { nora, bob, bobsBrowser } = await openAccounts();
  nora.item(bob.email).unfold("Make owner");
  await nora.press(`Make ${bob.email} Mila's owner`);
  expect(nora.toast).toContain(`${bob.email} is Mila's owner now.`);
  expect(nora.links()).not.toContainEqual(expect.stringMatching(/^Your Mila/));
  await bobsBrowser.visit("/preferences");
  await bobsBrowser.follow(/^Your Mila/);
  await bobsBrowser.follow("Accounts");
});

test("the owner deletes an account", async () => {
  const { nora, bob } = await openAccounts();
  nora.item(bob.email).unfold("Delete");
  await nora.press(`Delete ${bob.email}`);
  expect(nora.toast).toContain(`Account deleted ${bob.email}`);
  expect(nora.items().join()).not.toContain(bob.email);
  const again = browserOf(mila, bob);
  await again.visit("/dashboard");
  expect(again.url).toBe("/auth?redirectTo=%2Fdashboard");
});

test("deleting a household's owner hands it to the member who joined first, and the members hear of it", async () => {
  const { nora, bob } = await openAccounts();
  const [sam, dan] = [
    browserOf(mila, await newSam(mila, bob)),
    browserOf(mila, await newSam(mila, bob)),
  ];
  nora.item(bob.email).unfold("Delete");
  expect(nora.item(bob.email).text).toContain("the member who joined first becomes its owner");
  await nora.press(`Delete ${bob.email}`);

  await sam.visit("/family");
  expect(sam.url).toBe("/family");
  expect(sam.toast).toContain(
    "You own your household now The previous owner's account was deleted.",
  );
  await dan.visit("/dashboard");
  expect(dan.toast).toContain("Your household has a new owner");
  await dan.visit("/dashboard");
  expect(dan.toast).toBe("");
});

test.for([
  [
    "make-owner",
    "Make owner",
    (email: string) => `Make ${email} Mila's owner`,
    "is Mila's owner now.",
  ],
  ["end-sessions", "Sign out", (email: string) => `Sign out ${email}`, "Signed out everywhere"],
  ["delete", "Delete", (email: string) => `Delete ${email}`, "Account deleted"],
] as const)(
  "%s asks the owner for the password if it was typed long ago",
  async ([, unfold, button, done]) => {
    const { nora, family, bob } = await openAccounts();
    await confirmedLongAgo(mila.db, family.email);
    nora.item(bob.email).unfold(unfold);
    await nora.press(button(bob.email));
    await confirmIdentity(nora);
    expect(nora.heading).toBe("Accounts");
    nora.item(bob.email).unfold(unfold);
    await nora.press(button(bob.email));
    expect(nora.toast).toContain(done);
  },
);

test("a password link asks the owner for the password, and then for one more tap", async () => {
  const { nora, family, bob } = await openAccounts();
  await confirmedLongAgo(mila.db, family.email);
  await nora.press(`Password link for ${bob.email}`);
  await confirmIdentity(nora);
  expect(nora.heading).toBe("Password link");
  expect(nora.text).toContain(bob.email);
  await nora.press("Make a new link");
  expect(nora.field("Link to choose a new password").value).toContain("/auth/reset?token=");
});

test("people see what happened to their account, and the owner what happened to everyone's", async () => {
  const { nora, bob, bobsBrowser } = await openAccounts();
  const stranger = new FormBrowser(mila.url);
  await stranger.visit("/auth");
  stranger.fill("Email", bob.email);
  stranger.fill("Password", "wrong horse 8");
  await stranger.press("Log In", { status: 400 });
  await nora.press(`Password link for ${bob.email}`);

  await bobsBrowser.visit("/preferences/account");
  await bobsBrowser.follow("Recent activity");
  expect(bobsBrowser.headings(2)).toEqual([
    "Password link made",
    "Wrong password",
    "Account created",
  ]);
  expect(bobsBrowser.item("Password link made").text).toContain("By Mila's owner");
  expect(bobsBrowser.item("Wrong password").text).toContain("127.0.0.1");

  await nora.visit("/preferences/instance");
  await nora.follow("Activity");
  expect(nora.headings(2).slice(0, 2)).toEqual(["Password link made", "Wrong password"]);
  expect(nora.items()[1]).toContain(bob.email);
});
