import { afterAll, beforeAll, expect, test } from "vitest";
import { emailVerificationLink } from "#app/domain/core/links.server.ts";
import { linkToken } from "#app/domain/core/link-token.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import { readSecrets } from "#app/config/secrets.server.ts";
import { askSam } from "../../../support/messages/delegation-link.ts";
import { type SharedMila, sharedMila } from "../../../support/product/shared-mila.ts";
import { passwordLink } from "../../../support/people/password-link.ts";
import { newFamily, Visitor } from "../../../support/product/visitor.ts";

const password = "correct horse 7";
const another = "another horse 8";

let plain: SharedMila;
let withEmail: SharedMila;

beforeAll(async () => {
  [plain, withEmail] = await Promise.all([sharedMila(), sharedMila("connected")]);
});

afterAll(() => Promise.all([plain[Symbol.asyncDispose](), withEmail[Symbol.asyncDispose]()]));

type Family = Awaited<ReturnType<typeof newFamily>>;

async function signedInAgain(mila: SharedMila, email: string): Promise<Visitor> {
  const visitor = new Visitor(mila.url);
  await visitor.post("/auth", { email, password });
  return visitor;
}

async function resetPassword(family: Family): Promise<void> {
  const link = await passwordLink(plain, family);
  expect((await new Visitor(plain.url).post(link, { password: another })).status).toBe(303);
}

const changePassword = async (family: Family) =>
  void (await family.post("/preferences/account/password", {
    currentPassword: password,
    newPassword: another,
  }));

const ways: [string, (family: Family) => Promise<void>][] = [
  ["changed", changePassword],
  ["reset", resetPassword],
];

test.for(ways)(
  "a %s password ends the calendar feed's link, and the page has a new one",
  async ([, choose]) => {
    const family = await newFamily(plain);
    await family.post("/preferences/calendar/feed", { kids: "on" });
    const linkOn = async (visitor: Visitor) =>
      /\/calendar\/[\w.-]+\.ics/.exec(
        await (await visitor.get("/preferences/calendar")).text(),
      )?.[0] ?? "";
    const before = await linkOn(family);
    expect((await family.get(before)).status).toBe(200);
    await choose(family);
    expect((await family.get(before)).status).toBe(404);
    await family.post("/auth", { email: family.email, password: another });
    expect((await family.get(await linkOn(family))).status).toBe(200);
  },
);

test("changing the password says that the feed has a new link", async () => {
  const family = await newFamily(plain);
  await family.post("/preferences/calendar/feed", { kids: "on" });
  const answer = await family.post("/preferences/account/password", {
    currentPassword: password,
    newPassword: another,
  });
  expect(await (await family.follow(answer)).text()).toContain(
    "Your calendar feed has a new link.",
  );
});

test.for(ways)(
  "a %s password ends request links copied from pages, but not those sent",
  async ([, choose]) => {
    const family = await newFamily(plain);
    const { path: copied, taskId } = await askSam(family);
    const { id } = await plain.db
      .selectFrom("delegations")
      .select("id")
      .where("task_id", "=", taskId)
      .executeTakeFirstOrThrow();
    const sent = `/delegations/${linkToken(readSecrets(plain.dataFolder).link, "delegation", id)}`;
    const sam = new Visitor(plain.url);
    const pageAt = async (path: string) => (await sam.get(path)).text();
    expect(await pageAt(copied)).toContain("Pick up Emma");
    await choose(family);

    const ended = await pageAt(copied);
    expect(ended).toContain("This link has ended");
    expect(ended).not.toContain("Pick up Emma");
    expect((await sam.post(copied, { answer: "accept" })).status).toBe(409);
    expect((await sam.get(`${copied}/calendar.ics`)).status).toBe(404);
    expect(await pageAt(sent)).toContain("Pick up Emma");
    expect((await sam.post(sent, { answer: "accept" })).status).toBe(303);
    await plain.db
      .updateTable("delegations")
      .set({ state: "withdrawn", withdrawn_by: "asker", ended_at: nowIso() })
      .where("id", "=", id)
      .execute();
    expect(await pageAt(copied)).toContain("cancelled this request");
  },
);

test("without email, changing the address ends other sessions at once", async () => {
  const family = await newFamily(plain);
  const elsewhere = await signedInAgain(plain, family.email);
  const answer = await family.post("/preferences/account/email", {
    email: `new-${family.email}`,
    password,
  });
  expect(await (await family.follow(answer)).text()).toContain(
    "You&#x27;re signed out everywhere else.",
  );
  expect((await elsewhere.get("/dashboard")).status).toBe(303);
});

test("with email, confirming a new address ends other sessions than the one that asked", async () => {
  const family = await newFamily(withEmail);
  const elsewhere = await signedInAgain(withEmail, family.email);
  const email = `new-${family.email}`;
  await family.post("/preferences/account/email", { email, password });
  expect((await elsewhere.get("/dashboard")).status).toBe(200);
  const { id } = await withEmail.db
    .selectFrom("email_verifications")
    .select("id")
    .where("email", "=", email)
    .executeTakeFirstOrThrow();
  const link = emailVerificationLink(
    { origin: "", linkKey: readSecrets(withEmail.dataFolder).link },
    id,
  );
  expect((await family.post(link)).status).toBe(303);
  expect((await elsewhere.get("/dashboard")).status).toBe(303);
  expect((await family.get("/dashboard")).status).toBe(200);
});

test("confirming the same address ends no session", async () => {
  const family = await newFamily(withEmail);
  const { id } = await withEmail.db
    .selectFrom("email_verifications")
    .select("id")
    .where("email", "=", family.email)
    .executeTakeFirstOrThrow();
  const link = emailVerificationLink(
    { origin: "", linkKey: readSecrets(withEmail.dataFolder).link },
    id,
  );
  await family.post(link);
  expect((await family.get("/dashboard")).status).toBe(200);
});
