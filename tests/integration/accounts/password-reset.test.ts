import { afterAll, beforeAll, expect, test } from "vitest";
import { laterBy, nowIso } from "#app/domain/time.ts";
import { passwordResetLink } from "#app/domain/links/account-links.server.ts";
import { linkToken } from "#app/domain/links/link-token.server.ts";
import { readSecrets } from "#app/secrets.server.ts";
import { rawPost, rawRequest } from "../../support/raw-request.ts";
import { newFamily, Visitor } from "../../support/visitor.ts";
import { dump } from "../security/dump.ts";
import { type MilaWithDatabase, startBehindProxy, startMilaWithDatabase } from "../security/signed-in.ts";

const right = "correct horse 7";
const next = "another horse 8";

/** Nobody listens there: this is about what the pages do. */
const email = { EMAIL_FROM: "Mila <mila@example.com>", SMTP_URL: "smtp://127.0.0.1:9", TRUST_PROXY: "1" };

let mila: MilaWithDatabase;
let linkKey: string;
let visitors = 0;

beforeAll(async () => {
  mila = await startMilaWithDatabase(email);
  linkKey = readSecrets(mila.dataFolder).link;
});

afterAll(() => mila[Symbol.asyncDispose]());

/** Each from an address of its own, since tries are counted by those too. */
const from = () => ({ "x-forwarded-for": `203.0.113.${(visitors += 1)}` });

const ask = (address: string) => rawPost(mila.url, "/auth/forgot", { email: address }, from());

const resetsOf = (address: string) =>
  mila.db
    .selectFrom("password_resets")
    .innerJoin("users", "users.id", "password_resets.user_id")
    .selectAll("password_resets")
    .where("users.email", "=", address)
    .orderBy("password_resets.id", "desc")
    .execute();

/** Asks for a link: its path. */
async function newLink(address: string): Promise<string> {
  await ask(address);
  const [reset] = await resetsOf(address);
  return passwordResetLink({ origin: "", linkKey }, reset?.id ?? "none");
}

const choose = (link: string, password = next) => rawPost(mila.url, link, { password });

async function signInStatus(address: string, password: string): Promise<number> {
  return (await rawPost(mila.url, "/auth", { email: address, password }, from())).status;
}

/** But for what the worker does meanwhile: it tries to send. */
const dumpOfWeb = async () => (await dump(mila.db)).filter((line) => !line.startsWith("deliveries "));

test("a link from an email gives the account a new password, once, and ends every session", async () => {
  const family = await newFamily(mila.url);
  const link = await newLink(family.email);
  expect(await rawRequest(mila.url, link)).toMatchObject({
    status: 200,
    text: expect.stringContaining("New password"),
  });
  const answer = await choose(link);
  expect([answer.status, answer.headers.location]).toEqual([303, "/auth"]);
  // Nobody is signed in by it.
  expect(String(answer.headers["set-cookie"])).not.toContain("mila_session");
  const visitor = new Visitor(mila.url);
  const after = await visitor.follow(await visitor.post(await newLink(family.email), { password: next }));
  expect(await after.text()).toMatch(/Password changed!.*signed out everywhere/s);
  expect((await family.get("/dashboard")).headers.get("location")).toContain("/auth?redirectTo=");
  expect([await signInStatus(family.email, right), await signInStatus(family.email, next)]).toEqual([400, 303]);

  expect((await choose(link, "third horse 9")).headers.location).toBe("/auth/reset");
  expect(await signInStatus(family.email, next)).toBe(303);
});

test("asking puts one email on its way, for as long as the link works", async () => {
  const family = await newFamily(mila.url);
  await ask(` ${family.email.toUpperCase()} `);
  const [reset] = await resetsOf(family.email);
  const deliveries = await mila.db
    .selectFrom("deliveries")
    .selectAll()
    .where("subject_id", "=", reset?.id ?? "")
    .execute();
  expect(deliveries).toMatchObject([
    {
      kind: "password_reset",
      channel: "email",
      user_id: reset?.user_id,
      expires_at: laterBy(reset?.requested_at ?? "", { minutes: 30 }),
    },
  ]);
});

test("the newer link cancels the older", async () => {
  const family = await newFamily(mila.url);
  const [older, newer] = [await newLink(family.email), await newLink(family.email)];
  expect((await rawRequest(mila.url, older)).text).toContain("This link does not work any more");
  expect((await choose(older)).headers.location).toBe("/auth/reset");
  expect(await signInStatus(family.email, right)).toBe(303);
  expect((await choose(newer)).headers.location).toBe("/auth");
});

test.for([
  [29, "/auth"],
  [31, "/auth/reset"],
] as const)("a link that is %i minutes old leads to %s", async ([minutes, location]) => {
  const family = await newFamily(mila.url);
  const link = await newLink(family.email);
  const [reset] = await resetsOf(family.email);
  const requested_at = laterBy(nowIso(), { minutes: -minutes });
  await mila.db
    .updateTable("password_resets")
    .set({ requested_at })
    .where("id", "=", reset?.id ?? "")
    .execute();
  expect((await choose(link)).headers.location).toBe(location);
});

test("links that nobody was sent change nothing", async () => {
  const family = await newFamily(mila.url);
  await newLink(family.email);
  const [reset] = await resetsOf(family.email);
  const id = reset?.id ?? "";
  const right43 = linkToken(linkKey, "password-reset", id);
  const before = await dumpOfWeb();
  for (const token of [
    "",
    id,
    linkToken(linkKey, "email-verification", id),
    linkToken("another key", "password-reset", id),
    `${right43}A`,
    right43.slice(0, -1),
    right43.toUpperCase(),
    `${"0".repeat(8)}${right43.slice(8)}`,
  ]) {
    const search = new URLSearchParams({ token });
    const page = await rawRequest(mila.url, `/auth/reset?${search}`);
    expect([token, page.status, page.text]).toEqual([token, 200, expect.stringContaining("does not work any more")]);
    expect((await choose(`/auth/reset?${search}`)).headers.location).toBe("/auth/reset");
  }
  expect(await dumpOfWeb()).toEqual(before);
});

test("opening the link changes nothing, however often and by whatever", async () => {
  const family = await newFamily(mila.url);
  const link = await newLink(family.email);
  const before = await dumpOfWeb();
  for (const method of ["GET", "HEAD", "GET"]) await rawRequest(mila.url, link, { method });
  await rawRequest(mila.url, link.replace("/auth/reset", "/auth/reset.data"));
  expect(await dumpOfWeb()).toEqual(before);
  expect((await choose(link)).headers.location).toBe("/auth");
});

test.for([
  ["m1Lk.", "at least 6 characters"],
  ["x".repeat(129), "at most 128 characters"],
  ["iloveyou", "Many people use this password"],
])("a new password %j is refused, and the link works on", async ([password = "", reason = ""]) => {
  const family = await newFamily(mila.url);
  const link = await newLink(family.email);
  const refused = await choose(link, password);
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining(reason)]);
  expect(refused.text).not.toContain(`"${password}"`);
  expect((await choose(link)).headers.location).toBe("/auth");
});

test("an account's fourth link within an hour is answered the same, and is not made", async () => {
  const family = await newFamily(mila.url);
  const answers = [];
  for (let asked = 1; asked <= 4; asked += 1) answers.push(await ask(family.email));
  expect(new Set(answers.map(({ status, headers }) => `${status} ${headers.location}`))).toHaveLength(1);
  expect(await resetsOf(family.email)).toHaveLength(3);
  const requested_at = laterBy(nowIso(), { hours: -1 });
  const [oldest] = (await resetsOf(family.email)).toReversed();
  await mila.db
    .updateTable("password_resets")
    .set({ requested_at })
    .where("id", "=", oldest?.id ?? "")
    .execute();
  await ask(family.email);
  expect(await resetsOf(family.email)).toHaveLength(4);
});

test("a known and an unknown address are answered alike", async () => {
  const family = await newFamily(mila.url);
  const [known, unknown] = [await ask(family.email), await ask("nobody@example.com")];
  const comparable = ({ status, headers, text }: typeof known) => ({
    status,
    text,
    ...headers,
    date: "",
    "content-security-policy": "",
  });
  expect(comparable(known)).toEqual(comparable(unknown));
  expect(known.headers.location).toBe("/auth/forgot?asked=yes");
  const page = await rawRequest(mila.url, "/auth/forgot?asked=yes");
  expect(page.text).toContain("If there is an account with this address");
});

test("a known and an unknown address are both written down, and so both wait for the disk", async () => {
  const family = await newFamily(mila.url);
  const writes = async (address: string) => {
    const before = await mila.db.selectFrom("sign_in_failures").select("id").execute();
    await ask(address);
    const after = await mila.db.selectFrom("sign_in_failures").select("id").execute();
    return after.length - before.length;
  };
  expect([await writes(family.email), await writes("nobody@example.com")]).toEqual([1, 1]);
});

test("the 31st try from an address of the network is refused, whomever it is about", async () => {
  const network = from();
  const tries = [];
  for (let asked = 1; asked <= 31; asked += 1) {
    tries.push((await rawPost(mila.url, "/auth/forgot", { email: `nobody-${asked}@example.com` }, network)).status);
  }
  expect(tries).toEqual([...Array.from({ length: 30 }, () => 303), 429]);
});

test("of two who use one link at once, one wins", async () => {
  const family = await newFamily(mila.url);
  const link = await newLink(family.email);
  const answers = await Promise.all([choose(link, "first horse 8"), choose(link, "second horse 9")]);
  expect(answers.map(({ headers }) => headers.location).toSorted()).toEqual(["/auth", "/auth/reset"]);
});

test("neither the token nor the address are in the log where email is set up", async () => {
  const family = await newFamily(mila.url);
  const link = await newLink(family.email);
  await rawRequest(mila.url, link, { headers: { referer: mila.url + link } });
  await choose(link);
  await expect.poll(mila.output).toMatch(/"method":"POST","route":"\/auth\/reset"/);
  expect(mila.output()).not.toContain(link.slice(-40));
  expect(mila.output()).not.toContain(family.email);
});

test("without email the log has the link, under APP_URL even when another host was asked, and the page says so", async () => {
  await using behindProxy = await startBehindProxy();
  const family = await newFamily(behindProxy.url);
  const page = await rawRequest(behindProxy.url, "/auth/forgot");
  expect(page.text).toContain("This Mila cannot send email yet");
  await rawPost(behindProxy.url, "/auth/forgot", { email: family.email }, { host: "evil.example" });
  const link = () => /"passwordReset":"([^"]+)"/.exec(behindProxy.output())?.[1];
  await expect.poll(link).toBeTruthy();
  expect(link()).toMatch(new RegExp(`^${behindProxy.origin}/auth/reset\\?token=`));
  const path = link()?.slice(behindProxy.origin.length) ?? "";
  expect((await rawPost(behindProxy.url, path, { password: next })).headers.location).toBe("/auth");
  expect(await behindProxy.db.selectFrom("deliveries").selectAll().execute()).toEqual([]);
});
