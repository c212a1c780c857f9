import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type Authenticator,
  giveAuthenticator,
  startSetup,
} from "../../../support/browser/authenticator.ts";
import { PasskeyDevice } from "../../../support/browser/passkey-device.ts";
import { insertPasskey } from "../../../support/records/insert-passkey.ts";
import { findUserId } from "../../../support/people/owner.ts";
import { type SharedMila, sharedMila } from "../../../support/product/shared-mila.ts";
import { signedInFamily } from "../../../support/people/signed-in-family.ts";
import { Visitor } from "../../../support/product/visitor.ts";

const password = "correct horse 7";
const headers = {
  "x-forwarded-for": "198.51.100.77",
  "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
};
const here = { done_by: "self", network: "198.51.100.77", device: "Firefox on Linux" };

let mila: SharedMila;
/** Browsers allow passkeys at this address. */
let origin: string;

beforeAll(async () => {
  mila = await sharedMila("connected");
  origin = mila.url.replace("127.0.0.1", "localhost");
});

afterAll(() => mila[Symbol.asyncDispose]());

async function newNora() {
  const family = await signedInFamily(mila);
  const id = await findUserId(mila, family.email);
  const nora = new Visitor(origin);
  nora.setCookie("mila_session", family.cookie("mila_session") ?? "");
  return { nora, id, email: family.email };
}

/** Returns the events recorded during the action, from this network and device. */
async function recorded(userId: string, act: () => Promise<unknown>): Promise<string[]> {
  const rows = () =>
    mila.db
      .selectFrom("audit_events")
      .select(["kind", "done_by", "network", "device"])
      .where("user_id", "=", userId)
      .orderBy("id")
      .execute();
  const before = (await rows()).length;
  await act();
  const events = (await rows()).slice(before);
  for (const { kind, ...from } of events) expect([kind, from]).toEqual([kind, here]);
  return events.map(({ kind }) => kind);
}

async function atSecondStep(email: string): Promise<Visitor> {
  const visitor = new Visitor(origin);
  expect((await visitor.post("/auth", { email, password }, headers)).headers.get("location")).toBe(
    "/auth/code",
  );
  return visitor;
}

const passkeyPage = "/preferences/account/passkeys";

async function addPasskey(nora: Visitor): Promise<PasskeyDevice> {
  const device = new PasskeyDevice();
  const options = await (await nora.get(`${passkeyPage}/options`)).json();
  await nora.post(
    passkeyPage,
    { name: "Phone", response: device.create(options, { origin }) },
    headers,
  );
  return device;
}

async function answerWith(visitor: Visitor, device: PasskeyDevice, path: string) {
  const response = device.get(await (await visitor.get(path)).json(), { origin });
  return visitor.post(path, { response }, headers);
}

test("adding and removing an app, and new recovery codes, are recorded", async () => {
  const { nora, id } = await newNora();
  const setup = await startSetup(mila.dataFolder, id);
  const page = "/preferences/account/authenticator";
  const add = () => nora.post(page, { setup: setup.sealed, code: setup.code() }, headers);
  expect(await recorded(id, add)).toEqual(["factor_added"]);
  expect(
    await recorded(id, () => nora.post("/preferences/account/recovery-codes", {}, headers)),
  ).toEqual(["recovery_codes_renewed"]);
  expect(await recorded(id, () => nora.post(`${page}/remove`, {}, headers))).toEqual([
    "factor_removed",
  ]);
  expect(await recorded(id, () => nora.post(`${page}/remove`, {}, headers))).toEqual([]);
});

test("adding and removing a passkey are recorded", async () => {
  const { nora, id } = await newNora();
  expect(await recorded(id, () => addPasskey(nora))).toEqual(["factor_added"]);
  const other = await insertPasskey(mila.db, id, "Other");
  expect(
    await recorded(id, () => nora.post(`${passkeyPage}/${other}/remove`, {}, headers)),
  ).toEqual(["factor_removed"]);
});

test("codes and recovery codes, right and wrong, are recorded", async () => {
  const { id, email } = await newNora();
  const app: Authenticator & { recoveryCodes: string[] } = await giveAuthenticator(mila, id);
  const enter = (code: string) => async () =>
    (await atSecondStep(email)).post("/auth/code", { code }, headers);
  expect(await recorded(id, enter("000000"))).toEqual(["factor_failed"]);
  expect(await recorded(id, enter("abcd-abcd-abcd"))).toEqual(["factor_failed"]);
  expect(await recorded(id, enter(app.code(1)))).toEqual(["factor_used", "signed_in"]);
  expect(await recorded(id, enter(app.recoveryCodes[0] ?? ""))).toEqual([
    "recovery_code_used",
    "signed_in",
  ]);
});

test("passkeys, right and wrong, are recorded, alone and as the second step", async () => {
  const { nora, id, email } = await newNora();
  const device = await addPasskey(nora);
  const alone = () => answerWith(new Visitor(origin), device, "/auth/passkey");
  expect(await recorded(id, alone)).toEqual(["factor_used", "signed_in"]);
  const visitor = await atSecondStep(email);
  const step = (by: PasskeyDevice) => () => answerWith(visitor, by, "/auth/code/passkey");
  expect(await recorded(id, step(new PasskeyDevice()))).toEqual(["factor_failed"]);
  expect(await recorded(id, step(device))).toEqual(["factor_used", "signed_in"]);
});

test("an unknown passkey is recorded as nobody's", async () => {
  const failures = () =>
    mila.db
      .selectFrom("audit_events")
      .select("network")
      .where("kind", "=", "factor_failed")
      .where("user_id", "is", null)
      .execute();
  const before = (await failures()).length;
  await answerWith(new Visitor(origin), new PasskeyDevice(), "/auth/passkey");
  expect((await failures()).slice(before)).toEqual([{ network: "198.51.100.77" }]);
});
