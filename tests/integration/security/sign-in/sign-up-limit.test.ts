import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { readSecrets } from "#app/config/secrets.server.ts";
import { countEvents } from "#app/domain/core/rate-limits/allow.server.ts";
import { linkToken } from "#app/domain/core/link-token.server.ts";
import { forgetSignUps } from "../../../support/people/forget-sign-ups.ts";
import { type SharedMila, sharedMila } from "../../../support/product/shared-mila.ts";
import { Visitor } from "../../../support/product/visitor.ts";
import { newInvitation } from "../../../support/records/family.ts";
import { signedInFamily } from "../signed-in.ts";
import { addLimitEvents, letWindowsPass } from "../../../support/records/limit-events.ts";

let mila: SharedMila;

beforeAll(async () => {
  mila = await sharedMila("connected");
});

beforeEach(() => forgetSignUps(mila));

afterAll(() => mila[Symbol.asyncDispose]());

async function signUp(email: string, network: string) {
  const fields = { mode: "signup", email, password: "correct horse 7" };
  const answer = await new Visitor(mila.url).post("/auth", fields, { "x-forwarded-for": network });
  return { status: answer.status, text: await answer.text() };
}

test("the sixth sign-up within an hour from a network is refused, keeps the address and makes no account", async () => {
  for (let person = 1; person <= 5; person += 1)
    expect((await signUp(`flood-${person}@example.com`, "198.51.100.1")).status).toBe(303);
  const sixth = await signUp("flood-6@example.com", "198.51.100.1");
  expect(sixth).toMatchObject({ status: 429, text: expect.stringContaining("Too many sign-ups") });
  expect(sixth.text).toContain('value="flood-6@example.com"');
  expect(sixth.text).toContain("Please wait an hour, then try again.");
  const made = mila.db.selectFrom("users").select("id").where("email", "=", "flood-6@example.com");
  expect(await made.execute()).toEqual([]);

  expect((await signUp("flood-6@example.com", "198.51.100.2")).status).toBe(303);
  await letWindowsPass(mila.db);
  expect((await signUp("flood-7@example.com", "198.51.100.1")).status).toBe(303);
});

test("a hundred strangers sign up within an hour, from however many networks, and somebody invited still can", async () => {
  await addLimitEvents(mila.db, [["sign_ups_of_strangers", ""]], 99);
  expect((await signUp("hundredth@example.com", "2001:db8:1:1::1")).status).toBe(303);
  const next = await signUp("after-them@example.com", "2001:db8:1:2::1");
  expect(next).toMatchObject({
    status: 429,
    text: expect.stringContaining("Please wait an hour, then try again."),
  });
  const nora = await signedInFamily(mila.db);
  const invitation = await newInvitation(mila.db, nora, "sam@invited.example");
  const token = linkToken(readSecrets(mila.dataFolder).link, "invitation-message", invitation);
  const invited = { mode: "signup", email: "sam@invited.example", password: "correct horse 7" };
  const redirectTo = `/accept-invitation?token=${token}`;
  const answer = await new Visitor(mila.url).post("/auth", { ...invited, redirectTo });
  expect(answer.status).toBe(303);
  expect(await countEvents(mila.db, [["sign_ups_of_strangers", ""]])).toEqual([100]);
});

test("plus-addresses of one mailbox count as one, from whichever network", async () => {
  const addresses = ["nora@plus.example", ...[1, 2, 3, 4].map((tag) => `nora+${tag}@plus.example`)];
  for (const [at, address] of addresses.entries())
    expect((await signUp(address, `198.51.100.${20 + at}`)).status).toBe(303);
  expect((await signUp("nora+5@plus.example", "198.51.100.30")).status).toBe(429);
  expect((await signUp("sam@plus.example", "198.51.100.30")).status).toBe(303);
});

test("dots in a Gmail address make no other mailbox", async () => {
  const addresses = [
    "noralee@gmail.com",
    "nora.lee@gmail.com",
    "n.oralee@gmail.com",
    "no.ralee@gmail.com",
    "n.o.ralee@gmail.com",
  ];
  for (const [at, address] of addresses.entries())
    expect((await signUp(address, `198.51.100.${60 + at}`)).status).toBe(303);
  expect((await signUp("n.o.r.a.lee@googlemail.com", "198.51.100.70")).status).toBe(429);
});

test("simultaneous sign-ups are all counted before their hashes are made", async () => {
  const tries = Array.from({ length: 12 }, (_, at) =>
    signUp(`at-once-${at}@example.com`, "198.51.100.40"),
  );
  const statuses = (await Promise.all(tries)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 303)).toHaveLength(5);
  expect(statuses.filter((status) => status === 429)).toHaveLength(7);
});

test("what is refused for another reason does not count", async () => {
  expect((await signUp("known@example.com", "198.51.100.50")).status).toBe(303);
  for (let count = 0; count < 6; count += 1)
    expect((await signUp("known@example.com", "198.51.100.50")).status).toBe(400);
  expect((await signUp("next@example.com", "198.51.100.50")).status).toBe(303);
});
