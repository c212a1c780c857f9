import { expect, test, vi } from "vitest";
import {
  addPasskey,
  passkeyCreationOptions,
} from "#app/domain/accounts/factors/passkeys/add-passkey.server.ts";
import {
  newPasskeyWithResponse,
  passkeyStep,
} from "#app/domain/accounts/factors/passkeys/input.ts";
import { passkeySite } from "#app/domain/accounts/factors/passkeys/site.server.ts";
import {
  acceptPasskey,
  findUserByPasskey,
  passkeySignInOptions,
  passkeyStepOptions,
} from "#app/domain/accounts/factors/passkeys/use-passkey.server.ts";
import { newDatabase, type TestDatabase } from "../../support/records/database.ts";
import { newFamily } from "../../support/records/family.ts";
import { insertPasskey } from "../../support/records/insert-passkey.ts";
import { PasskeyDevice } from "../../support/browser/passkey-device.ts";

const key = "MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE";
const origin = "https://mila.example.com";
const site = passkeySite(origin)!;

const register = (text: string, name = "Phone") =>
  newPasskeyWithResponse.parse({ name, response: text }).response;
const assertion = (text: string) => passkeyStep.parse({ response: text }).response;

async function newOwner({ db }: TestDatabase) {
  const { userId } = await newFamily(db);
  const device = new PasskeyDevice();
  const options = await passkeyCreationOptions(
    db,
    { userId, email: "nora@example.com" },
    site,
    key,
  );
  const add = (text: string) =>
    addPasskey(db, { userId, name: "Phone", response: register(text) }, site, key);
  const added = await add(device.create(options, { origin }));
  const signIn = (text: string) => findUserByPasskey(db, { response: assertion(text) }, site, key);
  const takeStep = (text: string) =>
    acceptPasskey(db, { userId, response: assertion(text) }, site, key);
  return { userId, device, options, add, added, signIn, takeStep };
}

const toSignIn = () => passkeySignInOptions(site, key);

test("a passkey identifies its user, and the first one comes with recovery codes", async () => {
  await using own = newDatabase();
  const [nora, sam] = [await newOwner(own), await newOwner(own)];
  expect(nora.added).toMatchObject({ status: "added", recoveryCodes: { length: 10 } });
  expect(await nora.signIn(nora.device.get(await toSignIn(), { origin }))).toBe(nora.userId);
  expect(await nora.signIn(sam.device.get(await toSignIn(), { origin }))).toBe(sam.userId);
  const options = await passkeyCreationOptions(
    own.db,
    { userId: nora.userId, email: "" },
    site,
    key,
  );
  expect(options.excludeCredentials).toHaveLength(1);
  expect(await nora.add(new PasskeyDevice().create(options, { origin }))).toEqual({
    status: "added",
    recoveryCodes: null,
  });
});

test("every challenge works once, for its purpose and its user", async () => {
  await using own = newDatabase();
  const [nora, sam] = [await newOwner(own), await newOwner(own)];
  const answer = nora.device.get(await toSignIn(), { origin });
  expect([await nora.signIn(answer), await nora.signIn(answer)]).toEqual([nora.userId, null]);
  expect((await nora.add(new PasskeyDevice().create(nora.options, { origin }))).status).toBe(
    "refused",
  );

  const forStep = await passkeyStepOptions(own.db, nora.userId, site, key);
  expect(await nora.signIn(nora.device.get(forStep, { origin }))).toBeNull();
  const forSam = await passkeyStepOptions(own.db, sam.userId, site, key);
  expect(await nora.takeStep(nora.device.get(forSam, { origin }))).toBe(false);
  expect(await nora.takeStep(nora.device.get(await toSignIn(), { origin }))).toBe(false);
  const invented = Buffer.from("a challenge of one's own").toString("base64url");
  expect(
    await nora.signIn(nora.device.get({ challenge: invented, rpId: site.rpId }, { origin })),
  ).toBeNull();
  const spent = await toSignIn();
  expect(await nora.signIn(nora.device.get(spent, { origin: "https://evil.example" }))).toBeNull();
  expect(await nora.signIn(nora.device.get(spent, { origin }))).toBeNull();
});

test("a challenge expires after five minutes", async () => {
  await using own = newDatabase();
  const { device, signIn } = await newOwner(own);
  const answer = device.get(await toSignIn(), { origin });
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 5 * 60_000 + 1_000 });
  try {
    expect(await signIn(answer)).toBeNull();
  } finally {
    vi.useRealTimers();
  }
});

test("an answer for another site is refused", async () => {
  await using own = newDatabase();
  const { device, signIn, add, userId } = await newOwner(own);
  expect(
    await signIn(device.get(await toSignIn(), { origin: "https://mila.example.org" })),
  ).toBeNull();
  expect(await signIn(device.get(await toSignIn(), { origin, rpId: "example.com" }))).toBeNull();
  const options = () =>
    passkeyCreationOptions(own.db, { userId, email: "nora@example.com" }, site, key);
  const elsewhere = new PasskeyDevice().create(await options(), { origin: "https://evil.example" });
  expect((await add(elsewhere)).status).toBe("refused");
});

test("signing in without a password takes a fingerprint or PIN, the second step does not", async () => {
  await using own = newDatabase();
  const { userId, device, signIn, takeStep } = await newOwner(own);
  expect(await signIn(device.get(await toSignIn(), { origin, isUserVerified: false }))).toBeNull();
  const forStep = await passkeyStepOptions(own.db, userId, site, key);
  expect(await takeStep(device.get(forStep, { origin, isUserVerified: false }))).toBe(true);
});

test("a device that counts is refused when its count does not rise, because it may be a copy", async () => {
  await using own = newDatabase();
  const { userId, device, signIn } = await newOwner(own);
  const answerAt = async (counter: number) =>
    signIn(device.get(await toSignIn(), { origin, counter }));
  expect(await answerAt(5)).toBe(userId);
  expect([await answerAt(5), await answerAt(4), await answerAt(0)]).toEqual([null, null, null]);
  expect(await answerAt(6)).toBe(userId);
  const copies = await Promise.all([answerAt(7), answerAt(7)]);
  expect(copies.filter(Boolean)).toHaveLength(1);
});

test("nobody has more than 20 passkeys", async () => {
  await using own = newDatabase();
  const { userId, add } = await newOwner(own);
  for (let more = 2; more <= 20; more += 1) await insertPasskey(own.db, userId, "Phone");
  const options = await passkeyCreationOptions(
    own.db,
    { userId, email: "nora@example.com" },
    site,
    key,
  );
  expect(await add(new PasskeyDevice().create(options, { origin }))).toEqual({
    status: "too_many",
  });
});

test("another user's passkey is no second step, and a changed signature is nobody's", async () => {
  await using own = newDatabase();
  const [nora, sam] = [await newOwner(own), await newOwner(own)];
  const forStep = await passkeyStepOptions(own.db, nora.userId, site, key);
  expect(forStep.allowCredentials).toHaveLength(1);
  expect(await nora.takeStep(sam.device.get(forStep, { origin }))).toBe(false);
  const answer = JSON.parse(nora.device.get(await toSignIn(), { origin }));
  const other = JSON.parse(nora.device.get(await toSignIn(), { origin }));
  answer.response.signature = other.response.signature;
  expect(await nora.signIn(JSON.stringify(answer))).toBeNull();
  const asSam = JSON.parse(nora.device.get(await toSignIn(), { origin }));
  asSam.response.userHandle = Buffer.from(sam.userId).toString("base64url");
  expect(await nora.signIn(JSON.stringify(asSam))).toBeNull();
});

test.for<[address: string, rpId: string | undefined]>([
  ["https://mila.example.com", "mila.example.com"],
  ["https://mila.example.com:8443", "mila.example.com"],
  ["http://localhost:3000", "localhost"],
  ["http://mila.localhost:3000", "mila.localhost"],
  ["http://mila.local:3000", undefined],
  ["http://192.168.1.20:3000", undefined],
  ["https://192.168.1.20", undefined],
  ["http://127.0.0.1:3000", undefined],
  ["https://[::1]:3000", undefined],
])("at %s passkeys belong to %s", ([address, rpId]) => {
  expect(passkeySite(address)).toEqual(rpId === undefined ? null : { origin: address, rpId });
});
