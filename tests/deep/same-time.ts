// Part of npm run test:deep: response times do not reveal whether an address has an account.
import { hashPassword } from "#app/domain/accounts/credentials/password.server.ts";
import { startMilaWithDatabase } from "../integration/security/signed-in.ts";
import { newFamily } from "../support/records/family.ts";
import { Visitor } from "../support/product/visitor.ts";
import { someRequester } from "../support/people/some-requester.ts";

const pairs = 200;
const allowedMs = 10;

const email = { EMAIL_FROM: "Mila <mila@example.com>", SMTP_URL: "smtp://127.0.0.1:9" };
await using mila = await startMilaWithDatabase({
  ...email,
  TRUST_PROXY: "1",
  TEST_ONLY_CHEAP_PASSWORDS: "",
});
const password_hash = await hashPassword("correct horse 7", someRequester);
const known: string[] = [];
for (let account = 0; account < pairs; account += 1) {
  const { userId } = await newFamily(mila.db);
  await mila.db.updateTable("users").set({ password_hash }).where("id", "=", userId).execute();
  known.push(`${userId}@example.com`);
}

let asked = 0;
const answers = {
  "a wrong password": await compare("/auth", (address) => ({
    mode: "login",
    email: address,
    password: "wrong horse 7",
  })),
  "a forgotten password": await compare("/auth/forgot", (address) => ({ email: address })),
};
for (const [name, { knownMs, unknownMs }] of Object.entries(answers)) {
  const apart = Math.abs(knownMs - unknownMs);
  const mark = apart <= allowedMs ? "✓" : "✗";
  console.log(
    `${mark} ${name}: median of ${pairs}, known ${knownMs.toFixed(1)} ms, unknown ${unknownMs.toFixed(1)} ms`,
  );
  if (apart > allowedMs) process.exitCode = 1;
}

async function compare(path: string, fieldsFor: (address: string) => Record<string, string>) {
  const times = { known: [] as number[], unknown: [] as number[] };
  for (const [at, address] of known.entries()) {
    // The order must not matter.
    const both = [["known", address] as const, ["unknown", `nobody-${at}@example.com`] as const];
    for (const [which, asking] of at % 2 ? both.toReversed() : both) {
      times[which].push(await measureTime(path, fieldsFor(asking)));
    }
  }
  return { knownMs: median(times.known), unknownMs: median(times.unknown) };
}

/** From a new address each time, because limits count by address. */
async function measureTime(path: string, fields: Record<string, string>): Promise<number> {
  asked += 1;
  const from = `198.18.${asked >> 8}.${asked & 255}`;
  const startedAt = performance.now();
  const answer = await new Visitor(mila.url).post(path, fields, { "x-forwarded-for": from });
  await answer.text();
  const ms = performance.now() - startedAt;
  if (![303, 400].includes(answer.status)) throw new Error(`${path} answered ${answer.status}`);
  return ms;
}

function median(values: number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}
