import { afterAll, beforeAll, expect, test } from "vitest";
import { nowIso } from "#app/domain/core/time.ts";
import { giveAuthenticator } from "../../../support/browser/authenticator.ts";
import { PasskeyDevice } from "../../../support/browser/passkey-device.ts";
import { findUserId } from "../../../support/people/owner.ts";
import { signedInFamily } from "../../../support/people/signed-in-family.ts";
import { type SharedMila, sharedMila } from "../../../support/product/shared-mila.ts";
import { Visitor } from "../../../support/product/visitor.ts";
import { confirmedLongAgo } from "../../../support/records/long-ago.ts";
import { insertPasskey } from "../../../support/records/insert-passkey.ts";
import { changes, dump } from "../households/dump.ts";
import { addFailures } from "../../../support/records/limit-events.ts";

const password = "correct horse 7";
const account = "/preferences/account";
const confirming = `/auth/confirm?${new URLSearchParams({ redirectTo: account })}`;

let mila: SharedMila;
/** Browsers allow passkeys at this address. */
let origin: string;

beforeAll(async () => {
  mila = await sharedMila("connected");
  origin = mila.url.replace("127.0.0.1", "localhost");
});

afterAll(() => mila[Symbol.asyncDispose]());

/** Signed in long ago, with a second step and a linked Google account. */
async function newNora() {
  const family = await signedInFamily(mila);
  const id = await findUserId(mila, family.email);
  const app = await giveAuthenticator(mila, id);
  const google = {
    sub: `google-${id}`,
    user_id: id,
    email: family.email,
    scope: "",
    created_at: nowIso(),
  };
  await mila.db.insertInto("google_accounts").values(google).execute();
  await confirmedLongAgo(mila.db, family.email);
  const nora = new Visitor(origin);
  nora.setCookie("mila_session", family.cookie("mila_session") ?? "");
  return { nora, id, email: family.email, app };
}

type Nora = Awaited<ReturnType<typeof newNora>>;

const locationOf = (answer: Response) => answer.headers.get("location") ?? "";

const enter = ({ nora }: Nora, code: string, redirectTo = account) =>
  nora.post(`/auth/confirm/code?${new URLSearchParams({ redirectTo })}`, { code });

/** Everything that changes how its user signs in. */
const changesToSignIn: Record<string, (person: Nora) => Promise<Response>> = {
  "the app is removed": ({ nora }) => nora.post(`${account}/authenticator/remove`),
  "a passkey is removed": async ({ nora, id }) =>
    nora.post(`${account}/passkeys/${await insertPasskey(mila.db, id, "Other")}/remove`),
  "a passkey is added": async ({ nora }) => {
    const options = await nora.get(`${account}/passkeys/options`);
    if (options.status !== 200) return options;
    const response = new PasskeyDevice().create(await options.json(), { origin });
    return nora.post(`${account}/passkeys`, { name: "Phone", response });
  },
  "recovery codes are made": ({ nora }) => nora.post(`${account}/recovery-codes`),
  "a provider is unlinked": ({ nora }) => nora.post(`${account}/sign-in/google/unlink`),
};

test.for(Object.entries(changesToSignIn))("%s only after the second step", async ([, change]) => {
  const person = await newNora();
  expect(locationOf(await change(person))).toMatch(/^\/auth\/confirm\?/);
  await person.nora.post(confirming, { password });
  const before = await dump(mila.db);
  expect(locationOf(await change(person))).toMatch(/^\/auth\/confirm\/code\?/);
  const { gone, come } = changes(before, await dump(mila.db));
  expect([...gone, ...come].filter((row) => !row.startsWith("passkeys "))).toEqual([]);
  const answer = await enter(person, person.app.code(1), "/family");
  expect([answer.status, locationOf(answer)]).toEqual([303, "/family"]);
  expect(locationOf(await change(person))).toMatch(/^\/preferences\/account/);
});

test("the owner turns off another's second step only after their own", async () => {
  const [person, other] = [await newNora(), await newNora()];
  await mila.db.updateTable("users").set({ is_owner: 0 }).execute();
  await mila.db.updateTable("users").set({ is_owner: 1 }).where("id", "=", person.id).execute();
  const turnOff = () =>
    person.nora.post(`/preferences/instance/accounts/${other.id}/turn-off-two-step`);
  await person.nora.post(confirming, { password });
  expect(locationOf(await turnOff())).toMatch(/^\/auth\/confirm\/code\?/);
  await enter(person, person.app.code(1));
  expect(locationOf(await turnOff())).toBe("/preferences/instance/accounts");
});

test("nothing is asked for 10 minutes after signing in with the second step", async () => {
  const { email, app } = await newNora();
  const visitor = new Visitor(origin);
  await visitor.post("/auth", { email, password });
  await visitor.post("/auth/code", { code: app.code(1) });
  expect((await visitor.get(`${account}/authenticator/remove`)).status).toBe(200);
});

test("someone who just added a second step isn't asked for it again", async () => {
  const family = await signedInFamily(mila);
  const nora = new Visitor(origin);
  nora.setCookie("mila_session", family.cookie("mila_session") ?? "");
  await mila.db.updateTable("sessions").set({ second_step_at: null }).execute();
  const options = await (await nora.get(`${account}/passkeys/options`)).json();
  const response = new PasskeyDevice().create(options, { origin });
  await nora.post(`${account}/passkeys`, { name: "Phone", response });
  expect((await nora.get(`${account}/authenticator`)).status).toBe(200);
});

test("an older session is asked for a second step added since, even after a new password", async () => {
  const { email } = await signedInFamily(mila);
  const visitor = new Visitor(origin);
  await visitor.post("/auth", { email, password });
  await giveAuthenticator(mila, await findUserId(mila, email));
  const isAsked = async () =>
    locationOf(await visitor.get(`${account}/recovery-codes`)).startsWith("/auth/confirm/code?");
  expect(await isAsked()).toBe(true);
  const passwords = { currentPassword: password, newPassword: "another horse 8" };
  expect(locationOf(await visitor.post(`${account}/password`, passwords))).toBe(account);
  expect(await isAsked()).toBe(true);
});

test("a new password neither takes the second step nor forgets it", async () => {
  const person = await newNora();
  const change = (currentPassword: string, newPassword: string) =>
    person.nora.post(`${account}/password`, { currentPassword, newPassword });
  expect(locationOf(await change(password, "another horse 8"))).toBe(account);
  expect(locationOf(await person.nora.get(`${account}/recovery-codes`))).toMatch(
    /^\/auth\/confirm\/code\?/,
  );
  await enter(person, person.app.code(1));
  expect(locationOf(await change("another horse 8", "a third horse 9"))).toBe(account);
  expect((await person.nora.get(`${account}/recovery-codes`)).status).toBe(200);
});

test("elsewhere the password alone is enough", async () => {
  const person = await newNora();
  await person.nora.post(confirming, { password });
  for (const path of [`${account}/export`, "/preferences/notifications/ntfy"])
    expect([path, locationOf(await person.nora.get(path))]).toEqual([path, ""]);
});

test("a recovery code and a passkey confirm too, each once, and the code alone doesn't", async () => {
  const person = await newNora();
  const { nora, app } = person;
  const [code = ""] = app.recoveryCodes;
  expect(locationOf(await enter(person, code))).toMatch(/^\/auth\/confirm\?/);
  await nora.post(confirming, { password });
  expect(locationOf(await enter(person, code))).toBe(account);
  expect((await enter(person, code)).status).toBe(400);

  const device = new PasskeyDevice();
  const options = await (await nora.get(`${account}/passkeys/options`)).json();
  await nora.post(`${account}/passkeys`, {
    name: "Phone",
    response: device.create(options, { origin }),
  });
  await confirmedLongAgo(mila.db, person.email);
  const path = "/auth/confirm/code/passkey";
  const answerBy = async (by: PasskeyDevice) =>
    by.get(await (await nora.get(path)).json(), { origin });
  const early = await nora.post(path, { response: await answerBy(device), redirectTo: account });
  expect(locationOf(early)).toMatch(/^\/auth\/confirm\?/);
  await nora.post(confirming, { password });
  const wrong = await nora.post(path, {
    response: await answerBy(new PasskeyDevice()),
    redirectTo: account,
  });
  expect(locationOf(wrong)).toMatch(/^\/auth\/confirm\/code\?/);
  expect(await (await nora.follow(wrong)).text()).toContain("That passkey didn&#x27;t work here.");
  const response = await answerBy(device);
  expect(locationOf(await nora.post(path, { response, redirectTo: account }))).toBe(account);
  await confirmedLongAgo(mila.db, person.email);
  await nora.post(confirming, { password });
  expect(locationOf(await nora.post(path, { response, redirectTo: account }))).toMatch(
    /^\/auth\/confirm\/code\?/,
  );
});

test("guesses while confirming are limited and recorded like those while signing in", async () => {
  const person = await newNora();
  await person.nora.post(confirming, { password });
  await addFailures(mila.db, { email: person.email, isCode: true }, 9);
  expect((await enter(person, "000000")).status).toBe(400);
  const late = await enter(person, person.app.code(1));
  expect([late.status, await late.text()]).toEqual([
    429,
    expect.stringContaining("Too many tries"),
  ]);
  const kinds = await mila.db
    .selectFrom("audit_events")
    .select("kind")
    .where("user_id", "=", person.id)
    .where("kind", "=", "factor_failed")
    .execute();
  expect(kinds).toHaveLength(1);
});

test("an account without a second step is asked for its password alone", async () => {
  const family = await signedInFamily(mila);
  await confirmedLongAgo(mila.db, family.email);
  const page = `${account}/authenticator`;
  const asked = locationOf(await family.get(page));
  expect(asked).toMatch(/^\/auth\/confirm\?/);
  expect(locationOf(await family.post(asked, { password }))).toBe(page);
  expect((await family.get(page)).status).toBe(200);
  const none = await family.get(
    `/auth/confirm/code?${new URLSearchParams({ redirectTo: "/family" })}`,
  );
  expect(locationOf(none)).toBe("/family");
});
