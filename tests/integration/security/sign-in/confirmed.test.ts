import { afterAll, beforeAll, expect, test } from "vitest";
import { confirmedLongAgo } from "../../../support/records/long-ago.ts";
import { insertPasskey } from "../../../support/records/insert-passkey.ts";
import { rawPost, rawRequest } from "../../../support/product/raw-request.ts";
import { type SharedMila, sharedMila } from "../../../support/product/shared-mila.ts";
import { changes, dump } from "../households/dump.ts";
import { addressOf, everyRoute, everyWritingRoute, fieldsOf } from "../households/every-route.ts";
import { insertRecord, type RecordKind } from "../households/insert-record.ts";
import { signedInFamily } from "../signed-in.ts";

const formsThatAsk = [
  "/people/:id/page",
  "/preferences/account/authenticator",
  "/preferences/account/authenticator/remove",
  "/preferences/account/passkeys",
  "/preferences/account/passkeys/:id/remove",
  "/preferences/account/recovery-codes",
  "/preferences/account/sign-in/:provider/unlink",
  "/preferences/calendar/feed",
  "/preferences/calendar/feed/renew",
  "/preferences/data/tokens",
  "/preferences/data/tokens/:id/renew",
  "/preferences/data/webhooks/:id/edit",
  "/preferences/data/webhooks/:id/renew",
  "/preferences/data/webhooks/new",
  "/preferences/family/invitations/:id/resend",
  "/preferences/family/invite",
  "/preferences/instance/accounts/:id/delete",
  "/preferences/instance/accounts/:id/end-sessions",
  "/preferences/instance/accounts/:id/make-owner",
  "/preferences/instance/accounts/:id/reset-link",
  "/preferences/instance/accounts/:id/turn-off-two-step",
  "/preferences/notifications",
  "/preferences/notifications/ntfy",
  "/preferences/notifications/ntfy/renew",
  "/preferences/notifications/telegram",
];
const pagesThatAsk = [
  "/auth/confirm/code",
  "/preferences/account/authenticator",
  "/preferences/account/authenticator/remove",
  "/preferences/account/export",
  "/preferences/account/passkeys/:id/remove",
  "/preferences/account/recovery-codes",
  "/preferences/data/tokens",
  "/preferences/data/webhooks/new",
];

/** What changes how somebody signs in. */
const takesSecondStep = new Set([
  "/preferences/account/authenticator",
  "/preferences/account/authenticator/remove",
  "/preferences/account/passkeys",
  "/preferences/account/passkeys/:id/remove",
  "/preferences/account/recovery-codes",
  "/preferences/account/sign-in/:provider/unlink",
  "/preferences/data/tokens",
  "/preferences/data/tokens/:id/renew",
  "/preferences/data/webhooks/:id/edit",
  "/preferences/data/webhooks/:id/renew",
  "/preferences/data/webhooks/new",
  "/preferences/instance/accounts/:id/turn-off-two-step",
]);

let mila: SharedMila;

beforeAll(async () => {
  mila = await sharedMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

/** Signed in for longer than 10 minutes. */
async function visitLongAgo(path: string, about: RecordKind) {
  const family = await signedInFamily(mila.db);
  const inserted = await insertRecord(mila, family, about);
  await confirmedLongAgo(mila.db, `${family.userId}@example.com`);
  return { address: addressOf(path, inserted), inserted, cookie: family.cookie };
}

const isConfirming = (path: string) => path.startsWith("/auth/confirm");

test.for(everyWritingRoute.filter(({ who, path }) => who === "signed-in" && !isConfirming(path)))(
  "POST $path asks for the password again if it must, and nothing else does",
  async ({ path, about, fields }) => {
    const { address, inserted, cookie } = await visitLongAgo(path, about);
    const before = await dump(mila.db);
    const answer = await rawPost(mila.url, address, fieldsOf(fields(), inserted), { cookie });
    const asks = String(answer.headers.location).startsWith("/auth/confirm?");
    const { gone, come } = changes(before, await dump(mila.db));
    const hasChanged = [...gone, ...come].some((row) => !row.startsWith("kept_forms "));
    expect({ asks, hasChanged: asks && hasChanged }).toEqual({
      asks: formsThatAsk.includes(path),
      hasChanged: false,
    });
  },
);

test.for(everyRoute.filter(({ who, hasPage }) => who === "signed-in" && hasPage))(
  "GET $path asks for the password again if it must, and nothing else does",
  async ({ path, about }) => {
    const { address, cookie } = await visitLongAgo(path, about);
    const { headers } = await rawRequest(mila.url, address, { headers: { cookie } });
    expect(String(headers.location).startsWith("/auth/confirm?")).toBe(pagesThatAsk.includes(path));
  },
);

/** The password was typed just now, but this session never took the second step. */
async function visitByPassword(path: string, about: RecordKind) {
  const family = await signedInFamily(mila.db);
  const inserted = await insertRecord(mila, family, about);
  await insertPasskey(mila.db, family.userId, "Phone");
  await mila.db
    .updateTable("sessions")
    .set({ second_step_at: null })
    .where("user_id", "=", family.userId)
    .execute();
  return { address: addressOf(path, inserted), inserted, cookie: family.cookie };
}

const asksForStep = (location: unknown) => String(location).startsWith("/auth/confirm/code?");

test.for(everyWritingRoute.filter(({ who, path }) => who === "signed-in" && !isConfirming(path)))(
  "POST $path takes the second step if it must, and nothing else does",
  async ({ path, about, fields }) => {
    const { address, inserted, cookie } = await visitByPassword(path, about);
    const { headers } = await rawPost(mila.url, address, fieldsOf(fields(), inserted), { cookie });
    expect(asksForStep(headers.location)).toBe(takesSecondStep.has(path));
  },
);

test.for(everyRoute.filter(({ who, hasPage }) => who === "signed-in" && hasPage))(
  "GET $path takes the second step if it must, and nothing else does",
  async ({ path, about }) => {
    const { address, cookie } = await visitByPassword(path, about);
    const { headers } = await rawRequest(mila.url, address, { headers: { cookie } });
    const takesIt = pagesThatAsk.includes(path) && takesSecondStep.has(path);
    expect(asksForStep(headers.location)).toBe(takesIt);
  },
);

test("the call that invites is refused until the password is entered again", async () => {
  const { cookie, householdId, userId } = await signedInFamily(mila.db);
  const invite = () =>
    rawRequest(mila.url, "/api/send-family-invitation", {
      method: "POST",
      body: JSON.stringify({ inviteeEmail: "sam@example.com", householdId }),
      headers: { "content-type": "application/json", cookie },
    });
  await confirmedLongAgo(mila.db, `${userId}@example.com`);
  const refused = await invite();
  expect([refused.status, JSON.parse(refused.text)]).toMatchObject([
    403,
    { error: { code: "forbidden" } },
  ]);
  expect(refused.text).toContain("/auth/confirm");
  await mila.db.updateTable("sessions").set({ confirmed_at: new Date().toISOString() }).execute();
  expect((await invite()).status).toBe(200);
});
