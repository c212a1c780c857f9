import { afterAll, beforeAll, expect, test } from "vitest";
import { nowIso } from "#app/domain/core/time.ts";
import { confirmedLongAgo } from "../../../support/records/long-ago.ts";
import { signedInFamily } from "../../../support/people/signed-in-family.ts";
import {
  type MilaWithOidc,
  newOidcAddress as newAddress,
  sharedMilaWithOidc,
} from "./oidc-mila.ts";

const password = "correct horse 7";

let shared: MilaWithOidc;
let mila: MilaWithOidc["mila"];
let oidc: MilaWithOidc["oidc"];

beforeAll(async () => {
  shared = await sharedMilaWithOidc();
  ({ mila, oidc } = shared);
});

afterAll(() => shared[Symbol.asyncDispose]());

const account = "/preferences/account";
const unlink = `${account}/sign-in/oidc/unlink`;

test("it is removed only by someone with a password, and then signs nobody in", async () => {
  const { email, visitor } = await newLinked();
  const page = await (await visitor.get(account)).text();
  expect(page).toContain(unlink);
  expect(page).toContain("Stop signing in with Family login");
  expect((await visitor.post(unlink.replace("oidc", "github"))).status).toBe(404);
  expect((await visitor.post(unlink)).headers.get("location")).toBe(account);
  expect((await visitor.post(unlink)).status).toBe(404);
  expect((await shared.signIn(email)).location).toBe("/auth/oidc/link");
  expect((await eventsOf(email)).slice(-2)).toEqual(["signed_in", "sign_in_provider_unlinked"]);

  const only = await shared.signIn(newAddress());
  expect(await (await only.visitor.get(account)).text()).not.toContain(unlink);
  expect((await only.visitor.post(unlink)).status).toBe(404);
});

test("one at a former provider is not offered", async () => {
  const { email, visitor } = await newLinked();
  const former = { issuer: "https://former.example" };
  await mila.db.updateTable("oidc_accounts").set(former).where("email", "=", email).execute();
  for (const page of [account, "/auth/confirm"]) {
    expect(await (await visitor.get(page)).text()).not.toContain("Family login");
  }
});

test("linking it is recorded", async () => {
  const { email } = await newLinked();
  expect((await eventsOf(email)).slice(-2)).toEqual(["sign_in_provider_linked", "signed_in"]);
  const squatter = await signedInFamily(mila);
  await shared.signIn(squatter.email);
  expect((await eventsOf(squatter.email)).slice(-2)).toEqual([
    "sign_in_provider_linked",
    "signed_in",
  ]);
});

/** Has a password too. */
async function newLinked() {
  const { email } = await signedInFamily(mila);
  await mila.db
    .updateTable("users")
    .set({ email_verified_at: nowIso() })
    .where("email", "=", email)
    .execute();
  const { visitor } = await shared.signIn(email);
  expect((await visitor.post("/auth/oidc/link", { password })).headers.get("location")).toBe(
    "/dashboard",
  );
  return { email, visitor };
}

async function eventsOf(email: string): Promise<string[]> {
  const user = await shared.userOf(email);
  const query = mila.db
    .selectFrom("audit_events")
    .select("kind")
    .where("user_id", "=", user?.id ?? "");
  return (await query.orderBy("id").execute()).map(({ kind }) => kind);
}

/**
 * Signed in longer than 10 minutes ago, without a password. Returns the path that the provider
 * redirects to.
 */
async function startConfirming(email: string, as = email) {
  const { visitor } = await shared.signIn(email);
  await confirmedLongAgo(mila.db, email);
  expect((await visitor.get(exportPath)).headers.get("location")).toContain("/auth/confirm?");
  const started = await visitor.post("/auth/confirm/oidc", { redirectTo: "/family" });
  const url = started.headers.get("location") ?? "";
  expect(new URL(url).searchParams.get("max_age")).toBe("600");
  return { visitor, back: (await oidc.consent(url, as)).replace(mila.url, "") };
}

const exportPath = "/preferences/account/export";

test("someone without a password confirms with it and returns", async () => {
  const { visitor, back } = await startConfirming(newAddress());
  const page = await (await visitor.get("/auth/confirm")).text();
  expect(page).toContain("Continue with Family login");
  expect(page).not.toContain('name="password"');
  expect((await visitor.get(back)).headers.get("location")).toBe("/family");
  expect((await visitor.get(exportPath)).status).toBe(200);
});

test("another account there, or a sign-in of long ago, confirms nothing", async () => {
  const known = newAddress();
  await shared.signIn(known);
  for (const as of [newAddress(), known]) {
    const other = await startConfirming(newAddress(), as);
    const answer = await other.visitor.get(other.back);
    expect(await (await other.visitor.follow(answer)).text()).toContain(
      "a different account at Family login",
    );
    expect((await other.visitor.get(exportPath)).status).toBe(303);
  }

  const late = await startConfirming(newAddress());
  oidc.lie({ claims: { auth_time: Math.floor(Date.now() / 1_000) - 11 * 60 } });
  try {
    const refused = await late.visitor.get(late.back);
    expect(await (await late.visitor.follow(refused)).text()).toContain(
      "couldn&#x27;t confirm it&#x27;s you",
    );
  } finally {
    oidc.lie();
  }
  expect((await late.visitor.get(exportPath)).status).toBe(303);
});

test("a confirmation that someone else finishes confirms nobody and signs nobody in", async () => {
  const [one, other] = [await startConfirming(newAddress()), await startConfirming(newAddress())];
  other.visitor.setCookie("mila_oidc", one.visitor.cookie("mila_oidc") ?? "");
  const session = other.visitor.cookie("mila_session");
  expect((await other.visitor.get(one.back)).status).toBe(400);
  expect(other.visitor.cookie("mila_session")).toBe(session);
  expect((await other.visitor.get(exportPath)).status).toBe(303);
});
