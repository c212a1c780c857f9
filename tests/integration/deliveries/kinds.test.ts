import { v7 as newId } from "uuid";
import { expect, test } from "vitest";
import { changeEmail } from "#app/domain/accounts/email/change-email.server.ts";
import { confirmEmail } from "#app/domain/accounts/email/verification.server.ts";
import { emailVerificationLink } from "#app/domain/core/links.server.ts";
import { readLinkToken } from "#app/domain/core/link-token.server.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newFamily } from "../../support/records/family.ts";
import { now, outbox, prepare } from "../../support/product/prepare.ts";

const ipAddress = "203.0.113.1";

test("a test message goes to the channel's reminder address, switched on or not", async () => {
  await using own = newDatabase();
  const family = await newFamily(own.db);
  const ask = { kind: "test" as const, userId: family.userId, subjectId: family.userId };
  const both = [
    { ...ask, channel: "email" as const },
    { ...ask, channel: "sms" as const },
  ];
  expect(await prepare(own.db, both)).toMatchObject([
    { to: `${family.userId}@example.com` },
    { cancelled: "no_address" },
  ]);
});

test("only the newest unused password link is sent", async () => {
  await using own = newDatabase();
  const { userId } = await newFamily(own.db);
  const ids = [newId(), newId()];
  for (const id of ids)
    await own.db
      .insertInto("password_resets")
      .values({ id, user_id: userId, requested_at: now })
      .execute();
  const ask = (subjectId: string) => ({
    kind: "password_reset" as const,
    channel: "email" as const,
    userId,
    subjectId,
  });
  const [older, newer] = await prepare(own.db, ids.map(ask));
  expect(older).toEqual({ cancelled: "superseded" });
  expect(newer).toMatchObject({ to: `${userId}@example.com` });
  expect(linkIn(newer)).toEqual({ id: ids[1], version: 1 });
  await own.db.updateTable("password_resets").set({ used_at: now }).execute();
  expect(await prepare(own.db, ids.map(ask))).toEqual([undefined, undefined]);
});

test("a new address gets a confirmation and the old one a notice, even if it is confirmed at once", async () => {
  await using own = newDatabase();
  const { userId } = await newFamily(own.db);
  expect(await changeEmail(own.db, { userId, email: "new@example.com", ipAddress }, true)).toBe(
    "confirmation_sent",
  );
  const { id } = await own.db
    .selectFrom("email_verifications")
    .select("id")
    .executeTakeFirstOrThrow();
  const ask = { channel: "email" as const, userId, subjectId: id };
  const verifying = { ...ask, kind: "email_verification" as const };
  const changing = { ...ask, kind: "email_changed" as const };
  const [asked] = await prepare(own.db, [verifying]);
  expect(asked).toMatchObject({ to: "new@example.com" });
  const [warned] = await prepare(own.db, [changing]);
  expect(warned).toMatchObject({ to: `${userId}@example.com` });
  expect(JSON.stringify(warned)).not.toContain("new@example.com");

  const { linkKey } = outbox;
  const token = new URL(
    emailVerificationLink({ origin: "http://localhost", linkKey }, id),
  ).searchParams.get("token");
  const confirmation = { token: token ?? "", linkKey, knownUserIds: [userId] };
  expect(await confirmEmail(own.db, confirmation)).toBe("confirmed");
  expect(await prepare(own.db, [verifying])).toEqual([undefined]);
  expect(await prepare(own.db, [changing])).toEqual([warned]);
});

function linkIn(preparation: Awaited<ReturnType<typeof prepare>>[number]) {
  if (!preparation || !("message" in preparation)) return null;
  if (!preparation.message || !("email" in preparation.message)) return null;
  const url = new URL(preparation.message.email.button?.url ?? "");
  return readLinkToken(outbox.linkKey, "password-reset", url.searchParams.get("token") ?? "");
}
