import { expect, test } from "vitest";
import { signUp } from "#app/domain/lifecycle/sign-up.server.ts";
import {
  requestPasswordReset,
  resetPassword,
} from "#app/domain/accounts/credentials/password-reset.server.ts";
import { confirmEmail } from "#app/domain/accounts/email/verification.server.ts";
import { startFakeSmtp, type AcceptedMail } from "../../fakes/smtp.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newSender } from "../../support/messages/deliveries.ts";

const email = "parent@example.com";

test("links sent by email confirm the address and set a new password", async () => {
  await using own = newDatabase();
  await using smtp = await startFakeSmtp();
  const { sendDue, outbox } = newSender(own.db, smtp.settings);
  const { linkKey } = outbox;
  const person = {
    email,
    password: "correct horse 7",
    ipAddress: "203.0.113.1",
    invitationToken: null,
  };
  const signedUp = await signUp(own.db, person, {
    canSendEmail: true,
    signUpPolicy: "open",
    linkKey,
  });
  const knownUserIds = "userId" in signedUp ? [signedUp.userId] : [];
  await sendDue();
  await requestPasswordReset(own.db, { email, ipAddress: "203.0.113.1" });
  await sendDue();

  const [toConfirm, toReset] = smtp.mails();
  expect(toConfirm).toMatchObject({
    recipients: [email],
    email: { subject: "Confirm your email address for Mila" },
  });
  expect(toReset).toMatchObject({
    recipients: [email],
    email: { subject: "Choose a new password for Mila" },
  });
  expect(await confirmEmail(own.db, { token: tokenIn(toConfirm), linkKey, knownUserIds })).toBe(
    "confirmed",
  );
  const token = tokenIn(toReset);
  const chosen = { token, linkKey, password: "another horse 8", canSendEmail: true };
  expect(await resetPassword(own.db, chosen)).toBe("changed");
});

/** The same link in both parts of the email. */
function tokenIn(mail: AcceptedMail | undefined): string {
  const [, token = ""] =
    /^http:\/\/localhost:3000\/auth\/\w+\?token=(\S+)$/m.exec(mail?.email.text ?? "") ?? [];
  expect(mail?.email.html).toContain(token);
  return token;
}
