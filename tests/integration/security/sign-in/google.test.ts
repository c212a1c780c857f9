import { afterAll, beforeAll, expect, test } from "vitest";
import { GoogleVisitor } from "../../../support/browser/google-visitor.ts";
import { dump } from "../households/dump.ts";
import { type MilaWithGoogle, sharedMilaWithGoogle } from "./google-mila.ts";

let shared: MilaWithGoogle;
let google: MilaWithGoogle["google"];
let mila: MilaWithGoogle["mila"];
let people = 0;

beforeAll(async () => {
  shared = await sharedMilaWithGoogle();
  ({ google, mila } = shared);
});

afterAll(() => shared[Symbol.asyncDispose]());

const newVisitor = () => new GoogleVisitor(mila.url, google);
const newAddress = () => `taken-${(people += 1)}@example.com`;

const refused = {
  status: 400,
  says: expect.stringContaining("That didn&#x27;t work"),
  session: undefined,
  changes: [],
};

async function outcomeOf(visitor: GoogleVisitor, path: string) {
  const before = await dump(mila.db);
  const answer = await visitor.get(path);
  const changes = (await dump(mila.db)).filter((line) => !before.includes(line));
  return {
    status: answer.status,
    says: await answer.text(),
    session: visitor.cookie("mila_session"),
    changes,
  };
}

test("returning without a state or with another's is refused", async () => {
  const visitor = newVisitor();
  const back = await visitor.consent(newAddress());
  expect(await outcomeOf(visitor, back.replace(/state=[^&]*/, ""))).toEqual(refused);
  expect(await outcomeOf(visitor, back.replace(/state=[^&]*/, "state=wrong"))).toEqual(refused);
  expect(await outcomeOf(visitor, "/auth/google/callback")).toEqual(refused);
});

test("returning to a browser that did not ask is refused and signs nobody in", async () => {
  const [attacker, victim] = [newVisitor(), newVisitor()];
  const back = await attacker.consent(newAddress());
  expect(await outcomeOf(victim, back)).toEqual(refused);
  await victim.start();
  expect(await outcomeOf(victim, back)).toEqual(refused);
});

test("returning twice is refused, even with the first cookie", async () => {
  const visitor = newVisitor();
  const back = await visitor.consent(newAddress());
  const cookie = visitor.cookie("mila_google") ?? "";
  expect((await visitor.get(back)).headers.get("location")).toBe("/dashboard");
  const again = newVisitor();
  expect(await outcomeOf(again, back)).toEqual(refused);
  again.setCookie("mila_google", cookie);
  expect(await outcomeOf(again, back)).toEqual(refused);
});

test("a modified cookie identifies nobody", async () => {
  const visitor = newVisitor();
  const back = await visitor.consent(newAddress());
  const cookie = decodeURIComponent(visitor.cookie("mila_google") ?? "");
  const [value = "", signature] = cookie.split(/\.(?=[^.]+$)/);
  const changed = { ...JSON.parse(atob(value)), redirectTo: "/family" };
  visitor.setCookie(
    "mila_google",
    encodeURIComponent(`${btoa(JSON.stringify(changed))}.${signature}`),
  );
  expect(await outcomeOf(visitor, back)).toEqual(refused);
});

test("a stolen code is useless because PKCE binds it to its browser", async () => {
  const [attacker, victim] = [newVisitor(), newVisitor()];
  const theirs = await victim.consent(newAddress());
  const ours = await attacker.consent(newAddress());
  const code = new URL(theirs, mila.url).searchParams.get("code") ?? "";
  const injected = ours.replace(/code=[^&]*/, `code=${encodeURIComponent(code)}`);
  const answer = await attacker.get(injected);
  expect(await (await attacker.follow(answer)).text()).toContain(
    "Google couldn&#x27;t confirm it&#x27;s you.",
  );
  expect(attacker.cookie("mila_session")).toBeUndefined();
});

test("an address that Google has not verified is refused", async () => {
  const [visitor, email] = [newVisitor(), newAddress()];
  google.person(email, { isVerified: false });
  const back = await visitor.consent(email);
  const before = await dump(mila.db);
  const page = await visitor.follow(await visitor.get(back));
  expect(await page.text()).toContain("Google hasn&#x27;t verified this email address yet.");
  expect(await dump(mila.db)).toEqual(before);
});

test("scripts and other sites cannot read the cookies", async () => {
  const answer = await newVisitor().post("/auth/google");
  const [cookie = ""] = answer.headers.getSetCookie();
  expect(cookie.split("; ").slice(1).toSorted()).toEqual([
    "HttpOnly",
    "Max-Age=600",
    "Path=/",
    "SameSite=Lax",
  ]);
});
