import { afterAll, beforeAll, expect, test } from "vitest";
import { giveAuthenticator } from "../../../support/browser/authenticator.ts";
import { GoogleVisitor } from "../../../support/browser/google-visitor.ts";
import { findUserId } from "../../../support/people/owner.ts";
import { confirmedLongAgo } from "../../../support/records/long-ago.ts";
import { type MilaWithGoogle, sharedMilaWithGoogle } from "./google-mila.ts";

const exportPath = "/preferences/account/export";

let shared: MilaWithGoogle;
let people = 0;

beforeAll(async () => {
  shared = await sharedMilaWithGoogle();
});

afterAll(() => shared[Symbol.asyncDispose]());

/** Has no password, and signed in long ago. */
async function newGooglePerson() {
  const email = `only-google-${(people += 1)}@example.com`;
  const visitor = new GoogleVisitor(shared.mila.url, shared.google);
  await visitor.signIn(email);
  await confirmedLongAgo(shared.mila.db, email);
  return { visitor, email };
}

/** Returns the path that Google redirects to. */
async function confirmAs(
  visitor: GoogleVisitor,
  email: string,
  redirectTo: string = "/family?filter=kids",
): Promise<string> {
  const started = await visitor.post("/auth/confirm/google", { redirectTo });
  const consent = new URL(started.headers.get("location") ?? "");
  expect(consent.searchParams.get("prompt")).toBe("select_account");
  expect(consent.searchParams.get("scope")).toBe("openid email profile");
  return (await shared.google.consent(consent.href, email)).replace(shared.mila.url, "");
}

test("someone without a password confirms with Google and returns", async () => {
  const { visitor, email } = await newGooglePerson();
  const asked = await visitor.get(exportPath);
  const page = await (await visitor.follow(asked)).text();
  expect(page).toContain("Continue with Google");
  expect(page).not.toContain('name="password"');
  const answer = await visitor.get(await confirmAs(visitor, email));
  expect(answer.headers.get("location")).toBe("/family?filter=kids");
  expect((await visitor.get(exportPath)).status).toBe(200);
});

test("after Google comes the second step, where there is one", async () => {
  const { visitor, email } = await newGooglePerson();
  const app = await giveAuthenticator(shared.mila, await findUserId(shared.mila, email));
  const page = "/preferences/account/recovery-codes";
  const asked = new URL((await visitor.get(page)).headers.get("location") ?? "", shared.mila.url);
  const step = asked.searchParams.get("redirectTo") ?? "";
  expect([asked.pathname, step]).toEqual([
    "/auth/confirm",
    expect.stringMatching(/^\/auth\/confirm\/code\?/),
  ]);
  const answer = await visitor.get(await confirmAs(visitor, email, step));
  expect(answer.headers.get("location")).toBe(step);
  expect((await visitor.post(step, { code: app.code(1) })).headers.get("location")).toBe(page);
  expect((await visitor.get(page)).status).toBe(200);
});

test("another Google account confirms nothing", async () => {
  const { visitor } = await newGooglePerson();
  const answer = await visitor.get(await confirmAs(visitor, "someone-else@example.com"));
  expect(await (await visitor.follow(answer)).text()).toContain("a different Google account");
  expect((await visitor.get(exportPath)).status).toBe(303);
});

test("a confirmation that someone else finishes confirms nobody and signs nobody in", async () => {
  const [one, other] = [await newGooglePerson(), await newGooglePerson()];
  const back = await confirmAs(one.visitor, one.email);
  other.visitor.setCookie("mila_google", one.visitor.cookie("mila_google") ?? "");
  const session = other.visitor.cookie("mila_session");
  expect((await other.visitor.get(back)).status).toBe(400);
  expect(other.visitor.cookie("mila_session")).toBe(session);
  expect((await other.visitor.get(exportPath)).status).toBe(303);
});
