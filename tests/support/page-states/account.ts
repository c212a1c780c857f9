import { googleLinkCookie } from "../google-link-cookie.ts";
import { fillCredentials, skipBrowserChecks } from "../on-screen.ts";
import { passwordLink } from "../password-link.ts";
import { newSam } from "../second-parent.ts";
import { member, visitor, type PageState, type Scene } from "./page-state.ts";

const forgotten = { ...visitor, title: "Forgot your password? · Mila" };
const newPassword = { ...visitor, title: "New password · Mila" };
const emailTitle = "Your email address · Mila";

export const accountStates: Record<string, PageState> = {
  "sign-in": { ...visitor, title: "Sign in · Mila", open: ({ visit }) => visit("/auth") },
  "sign-up": { ...visitor, title: "Sign up · Mila", open: ({ visit }) => visit("/auth?mode=signup") },
  "sign-in with a wrong password": { ...visitor, title: "Sign in · Mila", status: 400, open: openWrongPassword },
  "sign-up with errors": { ...visitor, title: "Sign up · Mila", status: 400, open: openFieldErrors },
  "forgotten password": { ...forgotten, open: ({ visit }) => visit("/auth/forgot") },
  "forgotten password, without an address": { ...forgotten, status: 400, open: openForgottenErrors },
  "forgotten password, asked": { ...forgotten, open: ({ visit }) => visit("/auth/forgot?asked=yes") },
  "new password": { ...newPassword, open: async ({ visit, mila, family }) => visit(await passwordLink(mila, family)) },
  "new password, too common": { ...newPassword, status: 400, open: openCommonPassword },
  "new password, dead link": { ...newPassword, open: ({ visit }) => visit("/auth/reset?token=none") },
  "email address, dead link": { ...visitor, title: emailTitle, open: ({ visit }) => visit("/auth/verify?token=none") },
  "email address, confirmed": { ...member, title: emailTitle, open: ({ visit }) => visit("/auth/verify") },
  "back from Google, not from here": {
    ...visitor,
    title: "Sign in · Mila",
    status: 400,
    open: ({ visit }) => visit("/auth/google/callback?state=none&code=none"),
  },
  "password before Google": { ...visitor, title: "Your password · Mila", open: openGoogleLink },
  "password before Google, wrong": {
    ...visitor,
    title: "Your password · Mila",
    status: 400,
    open: openWrongGoogleLink,
  },
  account: { ...member, title: "Account · Mila", open: ({ visit }) => visit("/preferences/account") },
  "change password": {
    ...member,
    title: "Change password · Mila",
    open: ({ visit }) => visit("/preferences/account/password"),
  },
  "change email": {
    ...member,
    title: "Change email address · Mila",
    open: ({ visit }) => visit("/preferences/account/email"),
  },
  "change email, wrong password": {
    ...member,
    title: "Change email address · Mila",
    status: 400,
    open: openWrongEmail,
  },
  "delete account, with other members": { ...member, title: "Delete my account · Mila", open: openDeletionOfOwner },
  "delete account": {
    ...member,
    title: "Delete my account · Mila",
    open: ({ visit }) => visit("/preferences/account/delete"),
  },
};

async function openWrongPassword({ page, visit }: Scene) {
  await visit("/auth");
  await fillCredentials(page, "nobody@example.com", "wrong horse 8");
  await page.getByRole("button", { name: "Log In" }).click();
  await page.getByText("That email and password don't match").waitFor();
}

async function openFieldErrors({ page, visit }: Scene) {
  await visit("/auth?mode=signup");
  await skipBrowserChecks(page);
  await page.getByRole("button", { name: "Sign Up" }).click();
  await page.getByText("Please enter your password").waitFor();
}

async function openForgottenErrors({ page, visit }: Scene) {
  await visit("/auth/forgot");
  await skipBrowserChecks(page);
  await page.getByRole("button", { name: "Get a link" }).click();
  await page.getByText("Please enter your email address").waitFor();
}

async function openCommonPassword({ page, visit, mila, family }: Scene) {
  await visit(await passwordLink(mila, family));
  await page.getByLabel("New password").fill("iloveyou");
  await page.getByRole("button", { name: "Save new password" }).click();
  await page.getByText("This password is too common.").waitFor();
}

async function openWrongGoogleLink(scene: Scene) {
  await openGoogleLink(scene);
  await scene.page.getByLabel("Password").fill("wrong horse 8");
  await scene.page.getByRole("button", { name: "Link and log in" }).click();
  await scene.page.getByText("Wrong password for this account").waitFor();
}

async function openGoogleLink({ page, visit, family, mila }: Scene) {
  await page.context().addCookies([googleLinkCookie(mila, family.email)]);
  await visit("/auth/google/link");
}

async function openWrongEmail({ page, visit }: Scene) {
  await visit("/preferences/account/email");
  await page.locator("input[name=email]").fill("new-address@example.com");
  await page.locator("input[name=password]").fill("wrong horse 8");
  await page.locator("main form[method=post] button.button-primary").click();
  await page.locator("[aria-invalid=true]").first().waitFor();
}

async function openDeletionOfOwner({ visit, family, mila }: Scene) {
  await newSam(mila, family);
  await visit("/preferences/account/delete");
}
