import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { signUp } from "#app/domain/lifecycle/sign-up.server.ts";
import { findUserByPassword } from "#app/domain/accounts/credentials/account.server.ts";
import { type FakeSmtp, startFakeSmtp } from "../../../fakes/smtp.ts";
import { newDatabase } from "../../../support/records/database.ts";
import { forgetSignUps } from "../../../support/people/forget-sign-ups.ts";
import { newFamily, Visitor } from "../../../support/product/visitor.ts";
import { type MilaWithDatabase, startMilaWithDatabase } from "../signed-in.ts";
import { someRequester } from "../../../support/people/some-requester.ts";

const password = "correct horse 7";
const another = "another horse 8";
let smtp: FakeSmtp;
let mila: MilaWithDatabase;

beforeAll(async () => {
  smtp = await startFakeSmtp();
  mila = await startMilaWithDatabase(smtp.settings);
});

afterAll(async () => {
  await mila[Symbol.asyncDispose]();
  await smtp[Symbol.asyncDispose]();
});

const userOf = (email: string) =>
  mila.db.selectFrom("users").selectAll().where("email", "=", email).executeTakeFirstOrThrow();

/** The link in the newest email of this kind. */
function linkTo(email: string, page: "verify" | "reset"): Promise<string> {
  return vi.waitFor(
    () => {
      const texts = smtp
        .mails()
        .flatMap(({ recipients, email: { text } }) =>
          recipients.includes(email) && text ? text : [],
        );
      const links = texts.flatMap((text) => /\/auth\/\w+\?token=\S+/.exec(text)?.[0] ?? []);
      const link = links.findLast((path) => path.startsWith(`/auth/${page}?`));
      if (!link) throw new Error(`No email for ${page} has come to ${email}`);
      return link;
    },
    { timeout: 20_000, interval: 200 },
  );
}

async function verified() {
  const family = await newFamily(mila);
  await family.post(await linkTo(family.email, "verify"));
  return family;
}

/** The other tests sign up on the same network. */
async function changeAddress(family: Visitor, email: string): Promise<string> {
  await forgetSignUps(mila);
  await family.post("/preferences/account/email", { email, password });
  return linkTo(email, "verify");
}

async function reset(email: string): Promise<Response> {
  const visitor = new Visitor(mila.url);
  await visitor.post("/auth/forgot", { email });
  return visitor.follow(await visitor.post(await linkTo(email, "reset"), { password: another }));
}

const ways: [string, (family: Awaited<ReturnType<typeof verified>>) => Promise<Response>][] = [
  ["by the link", ({ email }) => reset(email)],
  [
    "in the account",
    (family) =>
      family.post("/preferences/account/password", {
        currentPassword: password,
        newPassword: another,
      }),
  ],
];

test.concurrent.each(ways)(
  "a new password %s cancels another person's change of address",
  async (_, choosePassword) => {
    const family = await verified();
    const evil = `evil-${family.email}`;
    const link = await changeAddress(family, evil);
    await choosePassword(family);
    await new Visitor(mila.url).post(link);
    expect((await userOf(family.email)).email).toBe(family.email);
    expect(
      (await new Visitor(mila.url).post("/auth", { email: family.email, password: another }))
        .status,
    ).toBe(303);
  },
);

test.concurrent("a password link expires when its address changes", async () => {
  const family = await verified();
  await new Visitor(mila.url).post("/auth/forgot", { email: family.email });
  const link = await linkTo(family.email, "reset");
  const email = `moved-${family.email}`;
  await family.post(await changeAddress(family, email));
  const { password_hash } = await userOf(email);
  await new Visitor(mila.url).post(link, { password: another });
  expect((await userOf(email)).password_hash).toBe(password_hash);
});

test.concurrent("the rightful owner of an address gets nothing of the account registered with it", async () => {
  const squatter = await newFamily(mila);
  const { id } = await userOf(squatter.email);
  await squatter.post("/preferences/notifications", {
    phoneNumber: "(201) 555-0123",
    smsEnabled: "on",
  });
  await squatter.post("/preferences/calendar/feed", { kids: "on" });
  await squatter.post("/preferences/family/invite", { inviteeEmail: `friend-${squatter.email}` });
  const answer = await reset(squatter.email);
  expect(await answer.text()).toContain("Your address was never confirmed");

  const of = (table: "calendar_feeds" | "user_preferences") =>
    mila.db.selectFrom(table).selectAll().where("user_id", "=", id).execute();
  expect(await of("calendar_feeds")).toEqual([]);
  expect(await of("user_preferences")).toMatchObject([{ phone_number: null, sms_enabled: 0 }]);
  const invitations = mila.db
    .selectFrom("family_invitations")
    .select("status")
    .where("invited_by", "=", id);
  expect(await invitations.execute()).toEqual([{ status: "revoked" }]);
  expect((await userOf(squatter.email)).email_verified_at).not.toBe(null);
  expect((await squatter.get("/dashboard")).status).toBe(303);
});

test.concurrent("a user who confirmed their address keeps the phone number and calendars", async () => {
  const family = await verified();
  const { id } = await userOf(family.email);
  await family.post("/preferences/notifications", {
    phoneNumber: "(201) 555-0123",
    smsEnabled: "on",
  });
  await reset(family.email);
  const preferences = mila.db
    .selectFrom("user_preferences")
    .select("phone_number")
    .where("user_id", "=", id);
  expect(await preferences.execute()).toEqual([{ phone_number: "+12015550123" }]);
});

test("a password changed while it is being checked signs nobody in", async () => {
  await using own = newDatabase();
  const email = "nora@example.com";
  const person = { email, password, ipAddress: "203.0.113.1", invitationToken: null };
  await signUp(own.db, person, {
    canSendEmail: false,
    signUpPolicy: "open",
    linkKey: "k".repeat(43),
  });
  const trying = findUserByPassword(own.db, email, password, someRequester);
  // After the first read, and well before the check ends.
  await own.db.updateTable("users").set({ password_hash: "changed" }).execute();
  expect(await trying).toBe(null);
});
