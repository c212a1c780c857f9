import { TOTP } from "otpauth";
import { expect, test, vi } from "vitest";
import { acceptCode } from "#app/domain/accounts/factors/accept-code.server.ts";
import {
  addAuthenticator,
  startAuthenticatorSetup,
} from "#app/domain/accounts/factors/authenticator-setup.server.ts";
import { makeRecoveryCodes } from "#app/domain/accounts/factors/factors.server.ts";
import { beginSignIn } from "#app/domain/accounts/credentials/sign-in-limit.server.ts";
import { takeOver } from "#app/domain/accounts/credentials/credentials.server.ts";
import { laterBy, nowIso } from "#app/domain/core/time.ts";
import { newDatabase, type TestDatabase } from "../../support/records/database.ts";
import { readExport } from "../../support/records/read-export.ts";
import { newFamily } from "../../support/records/family.ts";

const key = "MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE";
const anotherKey = key.replaceAll("M", "N");
const noon = "2027-03-01T12:00:00.000Z";

/** Nora's app, whose last accepted code is long past. */
async function newAuthenticator({ db }: TestDatabase) {
  const family = await newFamily(db);
  const { sealed, typedKey } = await startAuthenticatorSetup(
    { id: family.userId, email: "nora@example.com" },
    key,
  );
  const totp = new TOTP({ secret: typedKey.replaceAll(" ", "") });
  const added = await addAuthenticator(
    db,
    { userId: family.userId, sealed, code: totp.generate() },
    key,
  );
  if (added.status !== "added") throw new Error(added.status);
  await db.updateTable("totp_factors").set({ last_step: 0 }).execute();
  const codeAt = (instant: string) => totp.generate({ timestamp: Date.parse(instant) });
  const accepts = (code: string, now = noon) =>
    acceptCode(db, { userId: family.userId, code, now }, key);
  return { family, recoveryCodes: added.recoveryCodes ?? [], codeAt, accepts };
}

const later = (seconds: number) => new Date(Date.parse(noon) + seconds * 1_000).toISOString();

test("a code works one step early or late, and no further", async () => {
  await using own = newDatabase();
  const { accepts, codeAt } = await newAuthenticator(own);
  for (const [seconds, isAccepted] of [
    [-60, false],
    [60, false],
    [-30, true],
    [0, true],
    [30, true],
  ] as const) {
    expect([seconds, await accepts(codeAt(later(seconds)))]).toEqual([seconds, isAccepted]);
  }
});

test("a code is accepted once, also by two requests at once, and no older one after it", async () => {
  await using own = newDatabase();
  const { accepts, codeAt } = await newAuthenticator(own);
  const both = await Promise.all([accepts(codeAt(noon)), accepts(codeAt(noon))]);
  expect(both.toSorted()).toEqual([false, true]);
  expect(await accepts(codeAt(noon), later(30))).toBe(false);
  expect(await accepts(codeAt(later(-30)))).toBe(false);
  expect(await accepts(codeAt(later(30)), later(30))).toBe(true);
});

test("spaces in a code do not matter", async () => {
  await using own = newDatabase();
  const { accepts, codeAt } = await newAuthenticator(own);
  expect(await accepts(codeAt(noon).replace(/^.../, "$& "))).toBe(true);
});

test("a recovery code works once, however it is typed", async () => {
  await using own = newDatabase();
  const { accepts, recoveryCodes } = await newAuthenticator(own);
  expect(new Set(recoveryCodes).size).toBe(10);
  const [first = "", second = ""] = recoveryCodes;
  expect(first).toMatch(/^[0-9a-hjkmnp-tv-z]{4}(-[0-9a-hjkmnp-tv-z]{4}){2}$/);
  expect([await accepts(first), await accepts(first)]).toEqual([true, false]);
  const spoken = second
    .toUpperCase()
    .replaceAll("-", " ")
    .replaceAll("0", "O")
    .replaceAll("1", "l");
  expect(await accepts(spoken)).toBe(true);
  expect(await accepts("")).toBe(false);
});

test("a recovery code means nothing without Mila's key, so whoever has only the database can't find it", async () => {
  await using own = newDatabase();
  const { family, recoveryCodes, accepts } = await newAuthenticator(own);
  const [code = ""] = recoveryCodes;
  expect(await acceptCode(own.db, { userId: family.userId, code, now: noon }, anotherKey)).toBe(
    false,
  );
  expect(await accepts(code)).toBe(true);
});

test("new recovery codes end the old ones, and another user's never work", async () => {
  await using own = newDatabase();
  const [nora, sam] = [await newAuthenticator(own), await newAuthenticator(own)];
  const made = await makeRecoveryCodes(own.db, nora.family.userId, key);
  expect(await nora.accepts(nora.recoveryCodes[0] ?? "")).toBe(false);
  expect(await nora.accepts(sam.recoveryCodes[0] ?? "")).toBe(false);
  expect(await nora.accepts(made?.[0] ?? "")).toBe(true);
});

test("the database and the export contain neither key nor codes, and a key copied to another user is useless", async () => {
  await using own = newDatabase();
  const [nora, sam] = [await newAuthenticator(own), await newAuthenticator(own)];
  const factors = await own.db.selectFrom("totp_factors").selectAll().execute();
  const codes = await own.db.selectFrom("recovery_codes").selectAll().execute();
  expect(codes.map(({ code_hash }) => code_hash)).toSatisfy((all: string[]) =>
    all.every((one) => /^\w{64}$/.test(one)),
  );
  const stolen = factors.find(({ user_id }) => user_id === sam.family.userId)?.secret ?? "";
  expect(stolen).not.toMatch(/^[A-Z2-7]{32}$/);
  const file = await readExport(own.db, nora.family);
  expect(file).toMatchObject({ totp_factors: [{ created_at: expect.any(String) }] });
  expect(Object.keys((file["recovery_codes"] as object[])[0] ?? {})).toEqual([
    "created_at",
    "used_at",
  ]);
  expect(JSON.stringify(file)).not.toContain(factors[0]?.secret);

  await own.db
    .updateTable("totp_factors")
    .set({ secret: stolen })
    .where("user_id", "=", nora.family.userId)
    .execute();
  expect(await nora.accepts(sam.codeAt(noon))).toBe(false);
});

test("a setup expires, belongs to one user, and adds one app only", async () => {
  await using own = newDatabase();
  const { userId } = await newFamily(own.db);
  const stranger = await newFamily(own.db);
  const { sealed, typedKey } = await startAuthenticatorSetup(
    { id: userId, email: "nora@example.com" },
    key,
  );
  const code = new TOTP({ secret: typedKey.replaceAll(" ", "") }).generate();
  const add = async (who: string, setup = sealed) =>
    (await addAuthenticator(own.db, { userId: who, sealed: setup, code }, key)).status;
  expect(await add(stranger.userId)).toBe("expired");
  expect(await add(userId, "none")).toBe("expired");
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 30 * 60_000 + 1_000 });
  try {
    expect(await add(userId)).toBe("expired");
  } finally {
    vi.useRealTimers();
  }
  expect([await add(userId), await add(userId)]).toEqual(["added", "has_one"]);
});

test.for(["", "é12345", "123456é", "１２３４５６", "😀😀😀"])(
  "%j is a wrong code for a new app, and no error",
  async (code) => {
    await using own = newDatabase();
    const { userId } = await newFamily(own.db);
    const { sealed } = await startAuthenticatorSetup(
      { id: userId, email: "nora@example.com" },
      key,
    );
    expect(await addAuthenticator(own.db, { userId, sealed, code }, key)).toEqual({
      status: "wrong_code",
    });
  },
);

test("ten wrong codes in 15 minutes refuse the account's eleventh from any network, but not its password", async () => {
  await using own = newDatabase();
  const attempt = (
    ipAddress: string,
    step: "password" | "code",
    now = noon,
    email = "nora@example.com",
  ) => beginSignIn(own.db, { email, ipAddress, step, now });
  for (let wrong = 1; wrong <= 10; wrong += 1) await attempt(`192.0.2.${wrong}`, "code");
  expect(await attempt("192.0.2.99", "code")).toEqual({ refused: true });
  expect(await attempt("192.0.2.99", "password")).toMatchObject({ refused: false, delayMs: 0 });
  expect(await attempt("192.0.2.99", "code", noon, "sam@example.com")).toMatchObject({
    refused: false,
  });
  expect(await attempt("192.0.2.99", "code", laterBy(noon, { minutes: 16 }))).toMatchObject({
    refused: false,
  });
});

test("whoever proves an address that was never confirmed gets rid of the stranger's app", async () => {
  await using own = newDatabase();
  const { family } = await newAuthenticator(own);
  await own.db.transaction().execute((trx) => takeOver(trx, family.userId, nowIso()));
  expect(await own.db.selectFrom("totp_factors").selectAll().execute()).toEqual([]);
  expect(await own.db.selectFrom("recovery_codes").selectAll().execute()).toEqual([]);
});
