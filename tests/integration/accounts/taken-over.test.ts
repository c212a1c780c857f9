import type { Kysely } from "kysely";
import { expect, test } from "vitest";
import {
  requestPasswordReset,
  resetPassword,
} from "#app/domain/accounts/credentials/password-reset.server.ts";
import {
  confirmEmail,
  resendEmailVerification,
} from "#app/domain/accounts/email/verification.server.ts";
import { linkToken } from "#app/domain/core/link-token.server.ts";
import { acceptInvitation } from "#app/domain/lifecycle/accept-invitation.server.ts";
import type { Database } from "#db/schema.ts";
import { textMila } from "../../support/messages/by-text.ts";
import {
  newAskingFamily,
  newTask,
  phones,
  readDelegation,
  sendRequest,
} from "../../support/messages/delegation.ts";
import { newBob } from "../../support/people/leaving-member.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newFamily, newInvitation } from "../../support/records/family.ts";

const linkKey = "k".repeat(43);

/** Each way proves that the person owns the mailbox of an address that was never confirmed. */
const ways: [string, (db: Kysely<Database>, userId: string) => Promise<unknown>][] = [
  [
    "confirms its address elsewhere",
    async (db, userId) => {
      await resendEmailVerification(db, { userId, email: `${userId}@example.com` });
      const { id } = await newest(db, "email_verifications");
      const token = linkToken(linkKey, "email-verification", id);
      return confirmEmail(db, { token, linkKey, knownUserIds: [] });
    },
  ],
  [
    "chooses a new password by email",
    async (db, userId) => {
      await requestPasswordReset(db, {
        email: `${userId}@example.com`,
        ipAddress: "203.0.113.1",
      });
      const { id } = await newest(db, "password_resets");
      const token = linkToken(linkKey, "password-reset", id);
      const password = "another horse 8";
      return resetPassword(db, { token, linkKey, password, canSendEmail: true });
    },
  ],
];

const newest = (db: Kysely<Database>, table: "email_verifications" | "password_resets") =>
  db.selectFrom(table).select("id").orderBy("requested_at", "desc").executeTakeFirstOrThrow();

for (const [what, takeOver] of ways)
  test(`when somebody ${what}, what the account's registrant had begun ends`, async () => {
    await using own = newDatabase();
    const { db } = own;
    const nora = await newAskingFamily(db);
    const bob = await newBob(db, nora);
    const noras = await newTask(db, nora, "Call the vet");
    const bobs = await newTask(db, bob, "Buy milk");
    await sendRequest(db, nora, noras);
    await sendRequest(db, bob, bobs);
    const other = await newFamily(db);
    const invitation = await newInvitation(db, nora, `${other.userId}@example.com`);
    expect(await textMila(db, "What is due?", phones.nora)).toContain("Call the vet");
    expect(await takeOver(db, nora.userId)).toBe("taken_over");

    expect(await textMila(db, "What is due?", phones.nora)).toContain("I don't know you here yet");
    const token = linkToken(linkKey, "invitation", invitation);
    expect(await acceptInvitation(db, other.userId, { linkKey, token })).toBe("ended");
    for (const taskId of [noras, bobs])
      expect((await readDelegation(db, taskId)).requests).toMatchObject([{ state: "withdrawn" }]);
  });
