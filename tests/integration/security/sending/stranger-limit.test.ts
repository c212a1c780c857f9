import { afterAll, beforeAll, expect, test } from "vitest";
import { rawPost, rawRequest } from "../../../support/product/raw-request.ts";
import { type SharedMila, sharedMila } from "../../../support/product/shared-mila.ts";
import { signedInFamily } from "../signed-in.ts";
import { letWindowsPass } from "../../../support/records/limit-events.ts";

let mila: SharedMila;

beforeAll(async () => {
  mila = await sharedMila("connected");
});

afterAll(() => mila[Symbol.asyncDispose]());

const invite = (cookie: string, inviteeEmail: string) =>
  rawPost(mila.url, "/preferences/family/invite", { inviteeEmail }, { cookie });

async function written(kind: "invitation" | "welcome") {
  const rows = await mila.db
    .selectFrom("deliveries")
    .select("id")
    .where("kind", "=", kind)
    .execute();
  return rows.length;
}

const hourLater = () => letWindowsPass(mila.db);

test("a stranger gets at most three invitations an hour, whoever sends them", async () => {
  const [one, other] = [await signedInFamily(mila.db), await signedInFamily(mila.db)];
  const email = "flooded@example.com";
  expect((await invite(one.cookie, email)).status).toBe(303);
  const { id } = await mila.db
    .selectFrom("family_invitations")
    .select("id")
    .executeTakeFirstOrThrow();
  await rawPost(
    mila.url,
    `/preferences/family/invitations/${id}/resend`,
    {},
    { cookie: one.cookie },
  );
  await rawPost(
    mila.url,
    `/preferences/family/invitations/${id}/revoke`,
    {},
    { cookie: one.cookie },
  );
  expect((await invite(one.cookie, email)).status).toBe(303);
  expect(await written("invitation")).toBe(3);

  const invitations = await mila.db.selectFrom("family_invitations").selectAll().execute();
  const page = await invite(other.cookie, email);
  expect([page.status, page.text]).toEqual([
    429,
    expect.stringContaining("emailed this address three times"),
  ]);
  expect(page.text).toContain(`value="${email}"`);
  const pending = invitations.find(({ status }) => status === "pending")?.id;
  const again = await rawPost(
    mila.url,
    `/preferences/family/invitations/${pending}/resend`,
    {},
    { cookie: one.cookie },
  );
  const cookie = `${one.cookie}; ${String(again.headers["set-cookie"]).split(";")[0]}`;
  const list = await rawRequest(mila.url, "/preferences/family/invite", { headers: { cookie } });
  expect(list.text).toContain("emailed this address three times");
  const answer = await rawRequest(mila.url, "/api/send-family-invitation", {
    method: "POST",
    body: JSON.stringify({ inviteeEmail: email, householdId: other.householdId }),
    headers: { cookie: other.cookie, "content-type": "application/json" },
  });
  expect([answer.status, JSON.parse(answer.text)]).toMatchObject([
    429,
    { error: { code: "too_many" } },
  ]);
  expect(await mila.db.selectFrom("family_invitations").selectAll().execute()).toEqual(invitations);
  expect(await written("invitation")).toBe(3);

  expect((await invite(other.cookie, "somebody-else@example.com")).status).toBe(303);
  await hourLater();
  expect((await invite(other.cookie, email)).status).toBe(303);
});

test("a stranger gets at most three welcome emails an hour, even when re-added", async () => {
  const family = await signedInFamily(mila.db);
  const fields = { name: "Sam", relation: "parent", phone: "", email: "welcomed@example.com" };
  const add = () =>
    rawPost(mila.url, "/preferences/family/members", fields, { cookie: family.cookie });
  const remove = async () => {
    const { id } = await mila.db
      .selectFrom("people")
      .select("id")
      .where("email", "=", fields.email)
      .executeTakeFirstOrThrow();
    await rawPost(
      mila.url,
      `/preferences/family/members/${id}/delete`,
      {},
      { cookie: family.cookie },
    );
  };
  for (let count = 0; count < 3; count += 1) {
    expect((await add()).status).toBe(303);
    await remove();
  }
  expect(await written("welcome")).toBe(3);
  expect((await add()).status).toBe(303);
  const saved = await mila.db
    .selectFrom("people")
    .select("name")
    .where("email", "=", fields.email)
    .execute();
  expect([saved, await written("welcome")]).toEqual([[{ name: "Sam" }], 3]);
  await hourLater();
  await remove();
  await add();
  expect(await written("welcome")).toBe(4);
});
