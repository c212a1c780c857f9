import { turnOnTwoStep } from "../authenticator.ts";
import { confirmationLink } from "../../people/confirmation-link.ts";
import { googleLinkCookie } from "../../people/google-link-cookie.ts";
import { makeOwner } from "../../people/owner.ts";
import { addSessions } from "../../records/add-sessions.ts";
import { insertPasskey } from "../../records/insert-passkey.ts";
import { oidcLinkCookie } from "../../people/oidc-link-cookie.ts";
import { passwordLink } from "../../people/password-link.ts";
import { newSam } from "../../people/second-parent.ts";
import { signedInFamily } from "../../people/signed-in-family.ts";
import { member, visitor, type PageState, type Scene } from "./page-state.ts";
import { openData } from "../../records/open-data.ts";

const newPassword = { ...visitor, title: "New password · Mila" };
const emailTitle = "Your email address · Mila";
const confirmStep = "/auth/confirm/code?redirectTo=/preferences/account/recovery-codes";

export const accountStates: Record<string, PageState> = {
  "sign-in": { ...visitor, title: "Sign in · Mila", open: ({ user }) => user.visit("/auth") },
  "sign-up": {
    ...visitor,
    title: "Sign up · Mila",
    open: ({ user }) => user.visit("/auth?mode=signup"),
  },
  "sign-in with a wrong password": {
    ...visitor,
    title: "Sign in · Mila",
    status: 400,
    open: openWrongPassword,
  },
  "sign-in after a session ended": { ...visitor, title: "Sign in · Mila", open: openEndedSession },
  "sign-in after a press too late": {
    ...visitor,
    title: "Sign in · Mila",
    open: async ({ user }) => {
      await user.post("/dashboard");
      await user.visit("/auth?redirectTo=%2Fdashboard");
      await user.sees("You were signed out, so that was not saved.");
    },
  },
  "sign-up with errors": {
    ...visitor,
    title: "Sign up · Mila",
    status: 400,
    open: openFieldErrors,
  },
  "forgotten password": {
    ...visitor,
    title: "Forgot your password? · Mila",
    open: ({ user }) => user.visit("/auth/forgot"),
  },
  "new password": {
    ...newPassword,
    open: async ({ user, mila, family }) => user.visit(await passwordLink(mila, family)),
  },
  "new password, too common": { ...newPassword, status: 400, open: openCommonPassword },
  "new password, dead link": {
    ...newPassword,
    open: ({ user }) => user.visit("/auth/reset?token=none"),
  },
  "email address, dead link": {
    ...visitor,
    title: emailTitle,
    open: ({ user }) => user.visit("/auth/verify?token=none"),
  },
  "email address, opened elsewhere": {
    ...visitor,
    title: emailTitle,
    open: async ({ user, mila, family }) => user.visit(await confirmationLink(mila, family)),
  },
  "email address, confirmed": {
    ...member,
    title: emailTitle,
    open: ({ user }) => user.visit("/auth/verify"),
  },
  "back from Google, not from here": {
    ...visitor,
    title: "Sign in · Mila",
    status: 400,
    open: ({ user }) => user.visit("/auth/google/callback?state=none&code=none"),
  },
  "back from another provider, not from here": {
    ...visitor,
    title: "Sign in · Mila",
    status: 400,
    open: ({ user }) => user.visit("/auth/oidc/callback?state=none&code=none"),
  },
  "password before another provider": {
    ...visitor,
    title: "Your password · Mila",
    open: openOidcLink,
  },
  "password before Google": { ...visitor, title: "Your password · Mila", open: openGoogleLink },
  "password before Google, wrong": {
    ...visitor,
    title: "Your password · Mila",
    status: 400,
    open: openWrongGoogleLink,
  },
  "confirm it's you": {
    ...member,
    title: "Confirm it's you · Mila",
    open: ({ user }) => user.visit("/auth/confirm?redirectTo=/preferences/family/invite"),
  },
  "confirm it's you, wrong password": {
    ...member,
    title: "Confirm it's you · Mila",
    status: 400,
    open: openWrongConfirmation,
  },
  "confirm it's you, second step": {
    ...member,
    title: "Confirm it's you · Mila",
    open: openTwoStep(confirmStep),
  },
  "confirm it's you, wrong code": {
    ...member,
    title: "Confirm it's you · Mila",
    status: 400,
    open: openWrongConfirmingCode,
  },
  "confirm it's you, passkey and recovery code": {
    ...member,
    title: "Confirm it's you · Mila",
    open: openPasskey(() => confirmStep),
  },
  account: {
    ...member,
    title: "Account · Mila",
    open: ({ user }) => user.visit("/preferences/account"),
  },
  "account, new address": { ...member, title: "Account · Mila", open: openNewAddress },
  "change password": {
    ...member,
    title: "Change password · Mila",
    open: ({ user }) => user.visit("/preferences/account/password"),
  },
  "change email": {
    ...member,
    title: "Change email address · Mila",
    open: ({ user }) => user.visit("/preferences/account/email"),
  },
  "change email, wrong password": {
    ...member,
    title: "Change email address · Mila",
    status: 400,
    open: openWrongEmail,
  },
  "authenticator app": {
    ...member,
    title: "Add an authenticator app · Mila",
    open: ({ user }) => user.visit("/preferences/account/authenticator"),
  },
  "authenticator app, wrong code": {
    ...member,
    title: "Add an authenticator app · Mila",
    status: 400,
    open: openWrongAppCode,
  },
  "account with two-step sign-in": {
    ...member,
    title: "Account · Mila",
    open: openTwoStep("/preferences/account"),
  },
  "recovery codes": {
    ...member,
    title: "Recovery codes · Mila",
    open: openTwoStep("/preferences/account/recovery-codes"),
  },
  "recovery codes, shown": { ...member, title: "Recovery codes · Mila", open: openShownCodes },
  "remove the authenticator app": {
    ...member,
    title: "Remove the authenticator app · Mila",
    open: openTwoStep("/preferences/account/authenticator/remove"),
  },
  "account with a passkey": {
    ...member,
    title: "Account · Mila",
    open: openPasskey(() => "/preferences/account"),
  },
  "remove a passkey": {
    ...member,
    title: "Remove a passkey · Mila",
    open: openPasskey((id) => `/preferences/account/passkeys/${id}/remove`),
  },
  "second step": { ...visitor, title: "Your code · Mila", open: openSecondStep },
  "second step, wrong code": {
    ...visitor,
    title: "Your code · Mila",
    status: 400,
    open: openWrongCode,
  },
  "second step, recovery code": { ...visitor, title: "Your code · Mila", open: openRecoveryStep },
  "delete account, with other members": {
    ...member,
    title: "Delete my account · Mila",
    open: openDeletionOfOwner,
  },
  "account, sessions less recently used": {
    ...member,
    title: "Account · Mila",
    open: openOlderSessions,
  },
  "add a passkey": {
    ...member,
    title: "Add a passkey · Mila",
    open: ({ user }) => user.visit("/preferences/account/passkeys"),
  },
  "recent activity": {
    ...member,
    title: "Recent activity · Mila",
    open: ({ user }) => user.visit("/preferences/account/activity"),
  },
  "delete account of Mila's owner": {
    ...member,
    title: "Delete my account · Mila",
    status: 409,
    open: openOwnerStays,
  },
  "delete account": {
    ...member,
    title: "Delete my account · Mila",
    open: ({ user }) => user.visit("/preferences/account/delete"),
  },
};

async function openWrongPassword({ user }: Scene) {
  await user.visit("/auth");
  await user.fill("Email", "nobody@example.com");
  await user.fill("Password", "wrong horse 8");
  await user.press("Log In");
  await user.sees("That email and password don't match");
}

async function openFieldErrors({ user }: Scene) {
  await user.visit("/auth?mode=signup");
  await user.skipBrowserChecks();
  await user.press("Sign Up");
  await user.sees("Please enter your password");
}

async function openCommonPassword({ user, mila, family }: Scene) {
  await user.visit(await passwordLink(mila, family));
  await user.fill("New password", "iloveyou");
  await user.press("Save new password");
  await user.sees("This password is too common.");
}

async function openWrongGoogleLink(scene: Scene) {
  await openGoogleLink(scene);
  await scene.user.fill("Password", "wrong horse 8");
  await scene.user.press("Link and log in");
  await scene.user.sees("Wrong password for this account");
}

async function openGoogleLink({ user, family, mila }: Scene) {
  const { name, value } = googleLinkCookie(mila, family.email);
  await user.setCookie(name, value);
  await user.visit("/auth/google/link");
}

async function openOidcLink({ user, family, mila }: Scene) {
  const { name, value } = oidcLinkCookie(mila, family.email);
  await user.setCookie(name, value);
  await user.visit("/auth/oidc/link");
}

async function openWrongConfirmation({ user }: Scene) {
  await user.visit("/auth/confirm?redirectTo=/preferences/family/invite");
  await user.fill("Your password", "wrong horse 8");
  await user.press("Confirm");
  await user.sees("Wrong password");
}

async function openWrongConfirmingCode(scene: Scene) {
  await openTwoStep(confirmStep)(scene);
  await scene.user.fill("Code", "000000");
  await scene.user.press("Confirm");
  await scene.user.sees("That code is wrong or was used before.");
}

async function openNewAddress({ user, family, mila }: Scene) {
  await confirmationLink(mila, family, "new-address@example.com");
  await user.visit("/preferences/account");
  await user.sees("once you open the link in my email there");
}

async function openWrongEmail({ user }: Scene) {
  await user.visit("/preferences/account/email");
  await user.fill("New email address", "new-address@example.com");
  await user.fill("Your password", "wrong horse 8");
  await user.press("Change email address");
  await user.sees("Wrong password");
}

async function openWrongAppCode({ user }: Scene) {
  await user.visit("/preferences/account/authenticator");
  await user.fill("The code it shows", "000000");
  await user.press("Turn on");
  await user.sees("That's not the app's current code.");
}

function openTwoStep(path: string) {
  return async ({ user, mila, family }: Scene) => {
    await turnOnTwoStep(mila, family.email);
    await user.visit(path);
  };
}

function openPasskey(pathOf: (id: string) => string) {
  return async ({ user, mila, family }: Scene) => {
    await using db = openData(mila.dataFolder);
    const { id } = await db
      .selectFrom("users")
      .select("id")
      .where("email", "=", family.email)
      .executeTakeFirstOrThrow();
    await user.visit(
      pathOf(
        await insertPasskey(db, id, "Nora's very own phone with a very long name for a passkey"),
      ),
    );
  };
}

async function openShownCodes(scene: Scene) {
  await openTwoStep("/preferences/account/recovery-codes")(scene);
  await scene.user.press("Make new codes");
  await scene.user.sees("Mila shows them only now.");
}

async function openSecondStep({ user, mila, family }: Scene) {
  await turnOnTwoStep(mila, family.email);
  await user.visit("/auth");
  await user.fill("Email", family.email);
  await user.fill("Password", "correct horse 7");
  await user.press("Log In");
  await user.sees("Use a recovery code");
}

async function openWrongCode(scene: Scene) {
  await openSecondStep(scene);
  await scene.user.fill("Code", "000000");
  await scene.user.press("Log In");
  await scene.user.sees("That code is wrong");
}

async function openRecoveryStep(scene: Scene) {
  await openSecondStep(scene);
  await scene.user.follow("Use a recovery code");
  await scene.user.sees("Use the app instead");
}

async function openOlderSessions({ user, mila, family }: Scene) {
  await using db = openData(mila.dataFolder);
  await addSessions(db, family.email, 102);
  await user.visit("/preferences/account");
  await user.follow("Less recently used");
  await user.sees("Browser 102");
}

async function openOwnerStays({ user, family, mila }: Scene) {
  await signedInFamily(mila);
  await makeOwner(mila, family.email);
  await user.visit("/preferences/account/delete");
  await user.fill("Your password", "correct horse 7");
  await user.press("Delete my account");
  await user.sees("Hand Mila over first, or check this box");
}

async function openDeletionOfOwner({ user, family, mila }: Scene) {
  await newSam(mila, family);
  await user.visit("/preferences/account/delete");
}

async function openEndedSession({ user, family }: Scene) {
  await family.post("/auth", { email: family.email, password: "correct horse 7" });
  family.setCookie("mila_session", "");
  await family.post("/dashboard", { text: "Order groceries" });
  await user.setCookie("mila_last_user", family.cookie("mila_last_user") ?? "");
  await user.visit("/auth?redirectTo=%2Fdashboard");
  await user.sees("Your session ended before this was saved.");
}
