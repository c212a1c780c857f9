import { afterAll, beforeAll, expect, test } from "vitest";
import { laterBy } from "#app/domain/core/time.ts";
import {
  requestReset,
  setNewPassword,
  newAddress,
  newLink,
  listResets,
} from "../../support/people/password-reset.ts";
import { rawPost, rawRequest } from "../../support/product/raw-request.ts";
import { type SharedMila, sharedMila } from "../../support/product/shared-mila.ts";
import { newFamily } from "../../support/product/visitor.ts";
import { letWindowsPass } from "../../support/records/limit-events.ts";

let mila: SharedMila;

beforeAll(async () => {
  mila = await sharedMila("connected");
});

afterAll(() => mila[Symbol.asyncDispose]());

test("a request queues one email, which expires with its link", async () => {
  const family = await newFamily(mila);
  await requestReset(mila, ` ${family.email.toUpperCase()} `);
  const [reset] = await listResets(mila, family.email);
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

test("an account's fourth request within an hour gets the same answer but no link", async () => {
  const family = await newFamily(mila);
  const answers = [];
  for (let asked = 1; asked <= 4; asked += 1) answers.push(await requestReset(mila, family.email));
  expect(
    new Set(answers.map(({ status, headers }) => `${status} ${headers.location}`)),
  ).toHaveLength(1);
  expect(await listResets(mila, family.email)).toHaveLength(3);
  await letWindowsPass(mila.db, ["reset_emails"]);
  await requestReset(mila, family.email);
  expect(await listResets(mila, family.email)).toHaveLength(4);
});

test("known and unknown addresses get the same answer", async () => {
  const family = await newFamily(mila);
  const [known, unknown] = [
    await requestReset(mila, family.email),
    await requestReset(mila, "nobody@example.com"),
  ];
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
  expect(page.text).toContain("If there&#x27;s an account with this address");
});

test("known and unknown addresses are both recorded, so both wait for the disk", async () => {
  const family = await newFamily(mila);
  const writes = async (address: string) => {
    const before = await mila.db.selectFrom("limit_events").select("id").execute();
    await requestReset(mila, address);
    const after = await mila.db.selectFrom("limit_events").select("id").execute();
    return after.length - before.length;
  };
  expect([await writes(family.email), await writes("nobody@example.com")]).toEqual([3, 3]);
});

test("the 31st request from one network address is refused, whatever account it names", async () => {
  const network = newAddress();
  const tries = [];
  for (let asked = 1; asked <= 31; asked += 1) {
    tries.push(
      (await rawPost(mila.url, "/auth/forgot", { email: `nobody-${asked}@example.com` }, network))
        .status,
    );
  }
  expect(tries).toEqual([...Array.from({ length: 30 }, () => 303), 429]);
});

test("with email set up, the log contains neither the token nor the address", async () => {
  const family = await newFamily(mila);
  const link = await newLink(mila, family.email);
  await rawRequest(mila.url, link, { headers: { referer: mila.url + link } });
  await setNewPassword(mila, link);
  await expect.poll(mila.log).toMatch(/"method":"POST","route":"\/auth\/reset"/);
  const log = await mila.log();
  expect(log).not.toContain(link.slice(-40));
  expect(log).not.toContain(family.email);
});

test("without email, nobody gets a link by asking, and the log has none", async () => {
  await using behindProxy = await sharedMila("public");
  const family = await newFamily(behindProxy);
  const page = await rawRequest(behindProxy.url, "/auth/forgot");
  expect(page.text).toContain("npm run users -- reset-link");
  const asked = await rawPost(
    behindProxy.url,
    "/auth/forgot",
    { email: family.email },
    { host: "evil.example" },
  );
  expect([asked.status, asked.headers.location]).toEqual([303, "/auth/forgot"]);
  await expect.poll(behindProxy.log).toMatch(/"method":"POST","route":"\/auth\/forgot"/);
  expect(await behindProxy.log()).not.toMatch(/token|passwordReset/);
  expect(await listResets(behindProxy, family.email)).toEqual([]);
});
