import type { Kysely } from "kysely";
import { expect, test } from "vitest";
import { changeEmail } from "#app/domain/accounts/email/change-email.server.ts";
import { confirmEmail } from "#app/domain/accounts/email/verification.server.ts";
import { findDelegate } from "#app/domain/delegation/asking/delegates.server.ts";
import { linkToken } from "#app/domain/core/link-token.server.ts";
import type { Database } from "#db/schema.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newAskingFamily } from "../../support/messages/delegation.ts";
import { newMember } from "../../support/records/family.ts";
import { giveAccount } from "../../support/records/people.ts";

const linkKey = "k".repeat(43);
const email = "sam.new@example.com";
const ipAddress = "203.0.113.1";

async function confirmsIt(db: Kysely<Database>, userId: string) {
  expect(await changeEmail(db, { userId, email, ipAddress }, true)).toBe("confirmation_sent");
  const { id } = await db.selectFrom("email_verifications").select("id").executeTakeFirstOrThrow();
  const token = linkToken(linkKey, "email-verification", id);
  expect(await confirmEmail(db, { token, linkKey, knownUserIds: [userId] })).toBe("confirmed");
}

const ways: [string, (db: Kysely<Database>, userId: string) => Promise<unknown>][] = [
  ["confirmed", confirmsIt],
  [
    "changed where no email can be sent",
    (db, userId) => changeEmail(db, { userId, email, ipAddress }, false),
  ],
];

test.for(
  ways.flatMap(([how, change]) => [true, false].map((isOwn) => [how, isOwn, change] as const)),
)(
  "after an address is %s requests go to it, if the family had entered it: %s",
  async ([, isOwn, change]) => {
    await using own = newDatabase();
    const { db } = own;
    const nora = await newAskingFamily(db);
    const membershipId = await newMember(db, nora.householdId);
    const { user_id: userId } = await db
      .selectFrom("household_members")
      .select("user_id")
      .where("id", "=", membershipId)
      .executeTakeFirstOrThrow();
    await giveAccount(db, nora.sam, userId);
    await db
      .updateTable("people")
      .set({ email: isOwn ? `${userId}@example.com` : "sam@work.example.com" })
      .where("id", "=", nora.sam)
      .execute();

    await change(db, userId);
    const now = (await findDelegate(db, nora, nora.sam))?.email;
    expect(now).toBe(isOwn ? email : "sam@work.example.com");
  },
);
