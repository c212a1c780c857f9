import { afterAll, beforeAll, expect, test } from "vitest";
import {
  calendarFeedLink,
  delegationLink,
  emailVerificationLink,
  passwordResetLink,
} from "#app/domain/core/links.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import { readSecrets } from "#app/config/secrets.server.ts";
import { addFamilyMember } from "../../../support/records/add-family-member.ts";
import { addTask } from "../../../support/records/add-task.ts";
import { giveAuthenticator } from "../../../support/browser/authenticator.ts";
import { newInvitation } from "../../../support/records/family.ts";
import { GoogleVisitor } from "../../../support/browser/google-visitor.ts";
import { insertPasskey } from "../../../support/records/insert-passkey.ts";
import { newFamily, Visitor } from "../../../support/product/visitor.ts";
import { linkToken } from "#app/domain/core/link-token.server.ts";
import { type MilaWithGoogle, sharedMilaWithGoogle } from "./google-mila.ts";
import { signedInFamily } from "../signed-in.ts";

type Squatter = Awaited<ReturnType<typeof newFamily>>;

let shared: MilaWithGoogle;
let mila: MilaWithGoogle["mila"];

beforeAll(async () => {
  shared = await sharedMilaWithGoogle();
  ({ mila } = shared);
});

afterAll(() => shared[Symbol.asyncDispose]());

const links = () => ({ origin: "", linkKey: readSecrets(mila.dataFolder).link });

async function userOf(email: string) {
  return mila.db
    .selectFrom("users")
    .innerJoin("household_members", "household_members.user_id", "users.id")
    .select(["users.id", "household_id", "email_verified_at", "password_hash"])
    .where("email", "=", email)
    .executeTakeFirstOrThrow();
}

async function newest(
  table: "email_verifications" | "password_resets",
  userId: string,
): Promise<string> {
  const row = await mila.db
    .selectFrom(table)
    .select("id")
    .where("user_id", "=", userId)
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Returns what the page says. */
async function choosePassword(
  owner: Visitor,
  { email }: Squatter,
  userId: string,
): Promise<string> {
  await owner.post("/auth/forgot", { email });
  const link = passwordResetLink(links(), await newest("password_resets", userId));
  const answer = await owner.follow(await owner.post(link, { password: "another horse 8" }));
  expect((await owner.post("/auth", { email, password: "another horse 8" })).status).toBe(303);
  return answer.text();
}

async function byReset(squatter: Squatter, userId: string): Promise<Visitor> {
  const owner = new Visitor(mila.url);
  expect(await choosePassword(owner, squatter, userId)).toContain(
    "this account is now yours alone",
  );
  return owner;
}

async function byVerification(squatter: Squatter, userId: string): Promise<Visitor> {
  const owner = new Visitor(mila.url);
  const link = emailVerificationLink(links(), await newest("email_verifications", userId));
  const page = await (await owner.get(link)).text();
  expect(page).toContain("Make it mine");
  expect(page).not.toContain("Yes, confirm it");
  const answer = await owner.follow(await owner.post(link));
  expect(await answer.text()).toContain("This account is yours now");
  expect(await choosePassword(owner, squatter, userId)).toContain("signed out everywhere");
  return owner;
}

async function byGoogle({ email }: Squatter): Promise<Visitor> {
  const owner = new GoogleVisitor(mila.url, shared.google);
  await owner.signIn(email);
  return owner;
}

test.for([
  ["a new password", byReset],
  ["the link from signing up", byVerification],
  ["Google", byGoogle],
] as const)("who gets an account back by %s gets it alone", async ([, recover]) => {
  const squatter = await newFamily(mila);
  const { id, household_id: householdId } = await userOf(squatter.email);
  const taskId = await addTask(squatter, { title: "Call the vet" });
  await addFamilyMember(squatter, { name: "Sam" });
  const family = { userId: id, householdId, timeZone: "UTC" };
  const friend = await signedInFamily(mila.db);
  const token = linkToken(
    links().linkKey,
    "invitation",
    await newInvitation(mila.db, family, `${friend.userId}@example.com`),
  );
  const headers = { cookie: friend.cookie };
  await new Visitor(mila.url).post("/accept-invitation", { token }, headers);
  const seen = async () =>
    (await (await new Visitor(mila.url).get("/dashboard", headers)).text()).includes(
      "Call the vet",
    );
  expect(await seen()).toBe(true);

  const { id: sam } = await mila.db
    .selectFrom("people")
    .select("id")
    .where("household_id", "=", householdId)
    .where("name", "=", "Sam")
    .executeTakeFirstOrThrow();
  await squatter.post(`/tasks/${taskId}/delegate`, { familyMemberId: sam, method: "link" });
  const asked = await mila.db
    .selectFrom("delegations")
    .select(["id", "version"])
    .where("task_id", "=", taskId)
    .executeTakeFirstOrThrow();
  const requestPage = async () =>
    (await new Visitor(mila.url).get(delegationLink(links(), asked))).text();
  expect(await requestPage()).toContain("Call the vet");
  await squatter.post("/preferences/calendar/feed", { kids: "on" });
  const feed = await mila.db
    .selectFrom("calendar_feeds")
    .select(["id", "version"])
    .where("user_id", "=", id)
    .executeTakeFirstOrThrow();
  const feedStatus = async () =>
    (await new Visitor(mila.url).get(calendarFeedLink(links(), feed))).status;
  expect(await feedStatus()).toBe(200);

  await recover(squatter, id);
  expect(await userOf(squatter.email)).toMatchObject({
    id,
    household_id: householdId,
    email_verified_at: expect.any(String),
  });
  expect((await squatter.get("/dashboard")).headers.get("location")).toContain("/auth");
  expect(
    (await squatter.post("/auth", { email: squatter.email, password: "correct horse 7" })).status,
  ).toBe(400);
  await new Visitor(mila.url).get("/dashboard", headers);
  expect(await seen()).toBe(false);
  const members = mila.db
    .selectFrom("household_members")
    .select("user_id")
    .where("household_id", "=", householdId);
  expect(await members.execute()).toEqual([{ user_id: id }]);
  expect(await requestPage()).not.toContain("Call the vet");
  expect(await feedStatus()).toBe(404);
  const tasks = mila.db.selectFrom("tasks").select("title").where("household_id", "=", householdId);
  expect(await tasks.execute()).toEqual([{ title: "Call the vet" }]);
});

test.for([
  ["a new password", byReset],
  ["the link from signing up", byVerification],
  ["Google", byGoogle],
] as const)("nothing the squatter signs in with works after %s", async ([, recover]) => {
  const squatter = await newFamily(mila);
  const { id } = await userOf(squatter.email);
  const app = await giveAuthenticator(mila, id);
  const pending = new Visitor(mila.url);
  await pending.post("/auth", { email: squatter.email, password: "correct horse 7" });
  await insertPasskey(mila.db, id, "Their phone");
  await plantProviders(id);

  await recover(squatter, id);
  for (const code of [app.code(1), app.recoveryCodes[0] ?? ""]) {
    await pending.post("/auth/code", { code });
    expect(pending.cookie("mila_session")).toBeUndefined();
  }
  const left = async (table: "totp_factors" | "recovery_codes" | "passkeys" | "oidc_accounts") =>
    mila.db.selectFrom(table).select("user_id").where("user_id", "=", id).execute();
  expect([await left("totp_factors"), await left("recovery_codes")]).toEqual([[], []]);
  expect([await left("passkeys"), await left("oidc_accounts")]).toEqual([[], []]);
  const google = mila.db.selectFrom("google_accounts").select("sub").where("user_id", "=", id);
  expect(await google.execute()).toEqual(
    recover === byGoogle ? [{ sub: `sub-${squatter.email}` }] : [],
  );
  const events = await mila.db
    .selectFrom("audit_events")
    .select("kind")
    .where("user_id", "=", id)
    .execute();
  const kinds = events.map(({ kind }) => kind);
  expect(kinds).toEqual(expect.arrayContaining(["factor_removed", "sign_in_provider_unlinked"]));
});

/** As after an address was changed while nobody could confirm it. */
async function plantProviders(userId: string): Promise<void> {
  const theirs = { user_id: userId, email: "squatter@example.com", created_at: nowIso() };
  await mila.db
    .insertInto("google_accounts")
    .values({ ...theirs, sub: `squatter-${userId}`, scope: "" })
    .execute();
  await mila.db
    .insertInto("oidc_accounts")
    .values({ ...theirs, issuer: "https://id.example", sub: userId })
    .execute();
}

test("an account recovered from a household it had joined leaves it", async () => {
  const [squatter, host] = [await newFamily(mila), await signedInFamily(mila.db)];
  const { id } = await userOf(squatter.email);
  const token = linkToken(
    links().linkKey,
    "invitation",
    await newInvitation(mila.db, host, squatter.email),
  );
  expect((await squatter.post("/accept-invitation", { token })).headers.get("location")).toBe(
    "/family",
  );
  expect((await userOf(squatter.email)).household_id).toBe(host.householdId);
  await byReset(squatter, id);
  expect((await userOf(squatter.email)).household_id).not.toBe(host.householdId);
});

test("who signed up keeps everything by confirming in the browser that did, or after logging in", async () => {
  for (const isSignedIn of [true, false]) {
    const person = { email: `keeps-${isSignedIn}@example.com`, password: "correct horse 7" };
    const visitor = new Visitor(mila.url);
    await visitor.post("/auth", { mode: "signup", ...person });
    const other = new Visitor(mila.url);
    await other.post("/auth", person);
    const browser = isSignedIn ? other : visitor;
    const { id, password_hash } = await userOf(person.email);
    const link = emailVerificationLink(links(), await newest("email_verifications", id));
    expect(await (await browser.get(link)).text()).toContain("Yes, confirm it");
    const answer = await browser.post(link);
    expect([answer.status, answer.headers.get("location")]).toEqual([
      303,
      isSignedIn ? "/dashboard" : "/auth",
    ]);
    expect(await userOf(person.email)).toMatchObject({
      email_verified_at: expect.any(String),
      password_hash,
    });
    expect((await other.get("/dashboard")).status).toBe(200);
  }
});
