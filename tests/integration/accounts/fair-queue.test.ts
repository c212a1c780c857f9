import { expect, test } from "vitest";
import { hashPassword } from "#app/domain/accounts/credentials/password.server.ts";
import { beginSignIn } from "#app/domain/accounts/credentials/sign-in-limit.server.ts";
import { requestPasswordReset } from "#app/domain/accounts/credentials/password-reset.server.ts";
import { newDatabase } from "../../support/records/database.ts";

/** Hashes for all at once. @returns who was served, in order */
async function serve(
  turns: { name: string; account: string; network: string; isKnown?: boolean }[],
) {
  const order: string[] = [];
  await Promise.all(
    turns.map(async ({ name, isKnown = false, ...turn }) => {
      await hashPassword("correct horse 7", { ...turn, isKnown });
      order.push(name);
    }),
  );
  return order;
}

const attempts = (count: number, turn: (index: number) => { account: string; network: string }) =>
  Array.from({ length: count }, (_, index) => ({ name: `flood ${index}`, ...turn(index) }));

const nora = { name: "Nora", account: "nora@example.com", network: "203.0.113.7" };

test.for([
  [
    "one account from many networks",
    (index: number) => ({ account: "otto@example.com", network: `198.51.100.${index}` }),
  ],
  [
    "one network for many accounts",
    (index: number) => ({ account: `${index}@example.com`, network: "198.51.100.1" }),
  ],
] as const)("whoever signs in does not wait behind a flood on %s", async ([, turn]) => {
  // Some of the flood are under way already, and one is next.
  expect((await serve([...attempts(30, turn), nora])).slice(0, 5)).toContain("Nora");
});

test("a known device is next, however many accounts and networks the flood has", async () => {
  const flood = attempts(30, (index) => ({
    account: `${index}@example.com`,
    network: `198.51.100.${index}`,
  }));
  expect((await serve([...flood, nora])).slice(0, 20)).not.toContain("Nora");
  expect((await serve([...flood, { ...nora, isKnown: true }])).slice(0, 4)).toContain("Nora");
});

test("a flood of requests for new passwords takes turns, too", async () => {
  await using own = newDatabase();
  const order: string[] = [];
  const asked = Array.from({ length: 30 }, async (_, index) => {
    const request = { email: `${index}@example.com`, ipAddress: `198.51.100.${index}` };
    await requestPasswordReset(own.db, request);
    order.push(`flood ${index}`);
  });
  const signedIn = serve([{ ...nora, isKnown: true }]).then(() => order.push("Nora"));
  await Promise.all([...asked, signedIn]);
  expect(order.slice(0, 4)).toContain("Nora");
});

test("others' failures and resets slow no device that signed in before, only its own do", async () => {
  await using own = newDatabase();
  const email = "nora@example.com";
  for (let network = 0; network < 8; network += 1) {
    await beginSignIn(own.db, { email, ipAddress: `198.51.100.${network}` });
    await requestPasswordReset(own.db, { email, ipAddress: `198.51.100.${network}` });
  }
  const stranger = { email, ipAddress: "203.0.113.9" };
  expect(await beginSignIn(own.db, stranger)).toMatchObject({ delayMs: 8_000 });
  const known = { email, ipAddress: "device one", isKnownDevice: true };
  for (let failures = 0; failures < 10; failures += 1)
    expect(await beginSignIn(own.db, known)).toMatchObject({ refused: false, delayMs: 0 });
  expect(await beginSignIn(own.db, known)).toMatchObject({ delayMs: 1_000 });
});
