import { v7 as newId } from "uuid";
import { afterAll, beforeAll, expect, test } from "vitest";
import { linkToken } from "#app/domain/core/link-token.server.ts";
import { readSecrets } from "#app/config/secrets.server.ts";
import { newInvitation } from "../../../support/records/family.ts";
import { rawPost, rawRequest } from "../../../support/product/raw-request.ts";
import { type SharedMila, sharedMila } from "../../../support/product/shared-mila.ts";
import { insertRecord } from "./insert-record.ts";
import { plantTask, signedInFamily } from "../signed-in.ts";

let mila: SharedMila;

beforeAll(async () => {
  mila = await sharedMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

const tokenOf = (id: string, version = 1) =>
  linkToken(readSecrets(mila.dataFolder).link, "invitation", id, version);
const open = (path: string, cookie = "") => rawRequest(mila.url, path, { headers: { cookie } });

async function twoOfAHousehold() {
  const [owner, member] = [await signedInFamily(mila.db), await signedInFamily(mila.db)];
  const id = await newInvitation(mila.db, owner, `${member.userId}@example.com`);
  const accepted = await rawPost(
    mila.url,
    "/accept-invitation",
    { token: tokenOf(id) },
    { cookie: member.cookie },
  );
  expect([accepted.status, accepted.headers.location]).toEqual([303, "/family"]);
  const place = await mila.db
    .selectFrom("household_members")
    .select("id")
    .where("user_id", "=", member.userId)
    .executeTakeFirstOrThrow();
  return { owner, member, membershipId: place.id };
}

test("a removed member is told on the next page and sees nothing of the household", async () => {
  const { owner, member, membershipId } = await twoOfAHousehold();
  const taskId = await plantTask(mila.db, owner, { title: "Order groceries" });
  const home = "/dashboard?open=household-no-date";
  expect((await open(home, member.cookie)).text).toContain("Order groceries");
  await rawPost(
    mila.url,
    `/preferences/family/household/${membershipId}/remove`,
    {},
    { cookie: owner.cookie },
  );

  const next = await rawPost(mila.url, `/tasks/${taskId}/complete`, {}, { cookie: member.cookie });
  expect([next.status, next.headers.location]).toEqual([303, "/dashboard"]);
  const toastCookie = String(next.headers["set-cookie"]).split(";")[0];
  const page = await open(home, `${member.cookie}; ${toastCookie}`);
  expect(page.text).toContain("You were removed from your previous household");
  expect(page.text).not.toContain("Order groceries");
  for (const path of [`/tasks/${taskId}/edit`, `/tasks/${taskId}/date`]) {
    expect((await open(path, member.cookie)).status).toBe(404);
  }
  expect(
    (await rawPost(mila.url, `/tasks/${taskId}/complete`, {}, { cookie: member.cookie })).status,
  ).toBe(404);
});

test("a removed member keeps the text they were typing", async () => {
  const { owner, member, membershipId } = await twoOfAHousehold();
  await rawPost(
    mila.url,
    `/preferences/family/household/${membershipId}/remove`,
    {},
    { cookie: owner.cookie },
  );
  const next = await rawPost(
    mila.url,
    "/dashboard",
    { text: "Buy milk" },
    { cookie: member.cookie },
  );
  expect([next.status, next.headers.location]).toEqual([303, "/dashboard"]);
  expect((await open("/dashboard", member.cookie)).text).toMatch(
    /<textarea[^>]*>Buy milk<\/textarea>/,
  );
});

test("members cannot perform the owner's actions", async () => {
  const { owner, member, membershipId } = await twoOfAHousehold();
  const own = await mila.db
    .selectFrom("household_members")
    .select("id")
    .where("user_id", "=", owner.userId)
    .executeTakeFirstOrThrow();
  const { id: invitationId } = await insertRecord(mila, owner, "invitation");
  for (const path of [
    "/preferences/family/invite",
    `/preferences/family/household/${own.id}/remove`,
    `/preferences/family/household/${membershipId}/hand-over`,
    `/preferences/family/invitations/${invitationId}/revoke`,
    `/preferences/family/invitations/${invitationId}/resend`,
  ]) {
    const answer = await rawPost(
      mila.url,
      path,
      { inviteeEmail: "ida@example.com" },
      { cookie: member.cookie },
    );
    expect([path, answer.status]).toEqual([path, 403]);
  }
  const owners = await rawPost(
    mila.url,
    `/preferences/family/household/${own.id}/remove`,
    {},
    { cookie: owner.cookie },
  );
  expect(owners.status).toBe(403);
});

test("expired, used and revoked invitations get the same answer on view and on accept", async () => {
  const [owner, guest] = [await signedInFamily(mila.db), await signedInFamily(mila.db)];
  const ended = { expires_at: "2001-01-01T00:00:00.000Z" };
  const answers: unknown[] = [];
  for (const change of [
    ended,
    { status: "accepted" },
    { status: "revoked" },
    { version: 2 },
  ] as const) {
    const id = await newInvitation(mila.db, owner, `${guest.userId}@example.com`);
    await mila.db.updateTable("family_invitations").set(change).where("id", "=", id).execute();
    const token = tokenOf(id);
    const page = await open(`/accept-invitation?token=${token}`, guest.cookie);
    const answer = await rawPost(
      mila.url,
      "/accept-invitation",
      { token },
      { cookie: guest.cookie },
    );
    expect(page.text).toContain("This invitation link is invalid or has expired.");
    expect(answer.text).toContain("This invitation link is invalid or has expired.");
    answers.push([page.status, answer.status]);
    await mila.db.deleteFrom("family_invitations").where("id", "=", id).execute();
  }
  expect(new Set(answers.map(String))).toEqual(new Set(["200,400"]));
});

test("guessing invitation links is limited and locks no good link out", async () => {
  // Guesses count for 15 minutes per address, which the proxy's header sets.
  await using other = await sharedMila("public");
  const { cookie, userId } = await signedInFamily(other.db, "__Host-mila_session");
  const headers = { cookie, "x-forwarded-for": "198.51.100.7" };
  const statuses: number[] = [];
  for (let guess = 0; guess < 40; guess += 1) {
    const token = linkToken("some other key".padEnd(43), "invitation", newId());
    statuses.push((await rawPost(other.url, "/accept-invitation", { token }, headers)).status);
  }
  expect([statuses.slice(0, 30), statuses.slice(30)]).toEqual([
    Array(30).fill(400),
    Array(10).fill(429),
  ]);
  expect((await rawRequest(other.url, "/accept-invitation?token=a", { headers })).status).toBe(429);
  const { link } = readSecrets(other.dataFolder);
  const invite = async () => {
    const host = await signedInFamily(other.db, "__Host-mila_session");
    return linkToken(
      link,
      "invitation",
      await newInvitation(other.db, host, `${userId}@example.com`),
    );
  };
  const token = await invite();
  expect(
    (await rawRequest(other.url, `/accept-invitation?token=${token}`, { headers })).text,
  ).toContain("Accept");
  expect((await rawPost(other.url, "/accept-invitation", { token }, headers)).status).toBe(303);
  const called = await rawRequest(other.url, "/api/accept-family-invitation", {
    method: "POST",
    body: JSON.stringify({ token: await invite() }),
    headers: { ...headers, "content-type": "application/json" },
  });
  expect([called.status, called.text]).toEqual([
    200,
    expect.stringContaining("You've joined the family!"),
  ]);
});

test("the specification's API calls can invite and accept", async () => {
  const [owner, guest] = [await signedInFamily(mila.db), await signedInFamily(mila.db)];
  const call = async (path: string, cookie: string, body: object) => {
    const headers = { cookie, "content-type": "application/json" };
    const { status, text } = await rawRequest(mila.url, path, {
      method: "POST",
      body: JSON.stringify(body),
      headers,
    });
    return { status, json: JSON.parse(text) };
  };
  const inviteeEmail = `${guest.userId}@example.com`;
  const send = (body: object) => call("/api/send-family-invitation", owner.cookie, body);
  expect(await send({ inviteeEmail, householdId: guest.householdId })).toMatchObject({
    status: 404,
  });
  expect(await send({ inviteeEmail: "", householdId: owner.householdId })).toMatchObject({
    status: 422,
  });
  const sent = await send({ inviteeEmail, householdId: owner.householdId });
  expect(sent).toMatchObject({
    status: 200,
    json: { invitee_email: inviteeEmail, status: "pending" },
  });
  const accept = (token: string, { cookie } = guest) =>
    call("/api/accept-family-invitation", cookie, { token });
  expect(await accept("none")).toMatchObject({
    status: 404,
    json: { error: { code: "not_found" } },
  });
  expect(await accept(tokenOf(sent.json.id), owner)).toMatchObject({ status: 403 });
  const accepted = await accept(tokenOf(sent.json.id));
  expect(accepted).toEqual({ status: 200, json: { message: "You've joined the family!" } });
  expect(await accept(tokenOf(sent.json.id))).toMatchObject({ status: 404 });
});
