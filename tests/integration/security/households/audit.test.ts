import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { newSam } from "../../../support/people/second-parent.ts";
import { passwordLink } from "../../../support/people/password-link.ts";
import { type SharedMila, sharedMila } from "../../../support/product/shared-mila.ts";
import { newFamily, Visitor } from "../../../support/product/visitor.ts";
import { dump } from "./dump.ts";

const password = "correct horse 7";
const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
let mila: SharedMila;

beforeAll(async () => {
  mila = await sharedMila("connected");
});

afterAll(() => mila[Symbol.asyncDispose]());

const rowsOf = (email: string, { db } = mila) =>
  db
    .selectFrom("audit_events")
    .innerJoin("users", "users.id", "audit_events.user_id")
    .select(["kind", "done_by", "network", "device"])
    .where("users.email", "=", email)
    .orderBy("audit_events.id")
    .execute();
const kindsOf = async (email: string, where: SharedMila) =>
  (await rowsOf(email, where)).map(({ kind }) => kind);

const from = (number: number) => ({
  "x-forwarded-for": `198.51.100.${number}`,
  "user-agent": firefox,
});

test("signing in and failing to are recorded with network and device", async () => {
  const family = await newFamily(mila);
  const before = (await rowsOf(family.email)).length;
  await new Visitor(mila.url).post(
    "/auth",
    { email: family.email, password: "wrong horse 8" },
    from(1),
  );
  await new Visitor(mila.url).post("/auth", { email: family.email, password }, from(2));
  expect((await rowsOf(family.email)).slice(before)).toEqual([
    {
      kind: "sign_in_failed",
      done_by: "self",
      network: "198.51.100.1",
      device: "Firefox on Linux",
    },
    { kind: "signed_in", done_by: "self", network: "198.51.100.2", device: "Firefox on Linux" },
  ]);
});

test("a failure for an unknown address is recorded without what was typed", async () => {
  await new Visitor(mila.url).post(
    "/auth",
    { email: "typed-by@example.com", password: "my secret 8" },
    from(3),
  );
  const row = await mila.db
    .selectFrom("audit_events")
    .selectAll()
    .where("network", "=", "198.51.100.3")
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({ kind: "sign_in_failed", user_id: null, device: "Firefox on Linux" });
  expect(JSON.stringify(row)).not.toMatch(/typed-by|secret/);
});

test("what a proxy passes on instead of an address is not kept", async () => {
  const family = await newFamily(mila);
  const headers = { "x-forwarded-for": "<script>" };
  await new Visitor(mila.url).post("/auth", { email: family.email, password }, headers);
  expect((await rowsOf(family.email)).at(-1)).toMatchObject({ kind: "signed_in", network: null });
});

test("password, role, invitation, session, export and address are recorded", async () => {
  await using home = await sharedMila("plain");
  const family = await newFamily(home);
  const sam = await newSam(home, family);
  await new Visitor(home.url).post("/auth", { email: family.email, password });
  const account = await (await family.get("/preferences/account")).text();
  await family.post(/\/preferences\/account\/sessions\/[\w-]+\/end/.exec(account)?.[0] ?? "");
  await family.get("/preferences/account/export");
  const members = await (await family.get("/preferences/family/members")).text();
  await family.post(/\/preferences\/family\/household\/[\w-]+\/hand-over/.exec(members)?.[0] ?? "");
  await family.post("/preferences/account/password", {
    currentPassword: password,
    newPassword: "another horse 8",
  });
  const email = `new-${family.email}`;
  await family.post("/preferences/account/email", { email, password: "another horse 8" });
  expect(await kindsOf(email, home)).toEqual([
    "account_created",
    "became_owner",
    "signed_in",
    "invitation_sent",
    "signed_in",
    "sessions_ended",
    "data_exported",
    "stopped_being_household_owner",
    "password_changed",
    "email_changed",
  ]);
  expect(await kindsOf(sam.email, home)).toEqual([
    "account_created",
    "invitation_accepted",
    "became_household_owner",
  ]);
});

test("links to a new address or password are recorded, and the choice of a new password", async () => {
  const family = await newFamily(mila);
  await family.post("/preferences/account/email", { email: `new-${family.email}`, password });
  await family.post("/auth/forgot", { email: family.email });
  const link = await passwordLink(mila, family);
  await new Visitor(mila.url).post(link, { password: "third horse 9" }, from(4));
  expect((await rowsOf(family.email)).slice(-4)).toMatchObject([
    { kind: "email_change_requested", done_by: "self" },
    { kind: "reset_requested", done_by: "self" },
    { kind: "reset_link_made", done_by: "owner" },
    {
      kind: "password_reset",
      done_by: "self",
      network: "198.51.100.4",
      device: "Firefox on Linux",
    },
  ]);
});

test("the user's export has their events, and nobody else's", async () => {
  const [family, other] = [await newFamily(mila), await newFamily(mila)];
  await new Visitor(mila.url).post("/auth", { email: other.email, password }, from(5));
  const file = await (await family.get("/preferences/account/export")).json();
  const kinds = file.audit_events.map(({ kind }: { kind: string }) => kind);
  expect(kinds.slice(-2)).toEqual(["signed_in", "data_exported"]);
  expect(JSON.stringify(file)).not.toContain("198.51.100.5");
});

test("after an account is deleted, what remains tells what happened but not to whom or from where", async () => {
  const family = await newFamily(mila);
  await new Visitor(mila.url).post("/auth", { email: family.email, password }, from(6));
  const { id } = await mila.db
    .selectFrom("users")
    .select("id")
    .where("email", "=", family.email)
    .executeTakeFirstOrThrow();
  const count = () => mila.db.selectFrom("audit_events").select("kind").execute();
  const before = (await count()).length;
  expect(
    (await family.post("/preferences/account/delete", { password, leaveNoOwner: "on" })).status,
  ).toBe(303);
  const after = await count();
  expect([after.length, after.at(-1)?.kind]).toEqual([before + 1, "account_deleted"]);
  const rows = (await dump(mila.db)).filter((row) => row.startsWith("audit_events")).join("\n");
  for (const trace of [id, family.email, "198.51.100.6"]) expect(rows).not.toContain(trace);
});

const auditLine = z.strictObject({
  level: z.number(),
  time: z.iso.datetime(),
  audit: z.string(),
  at: z.iso.datetime(),
  user: z.uuid().nullable(),
  by: z.enum(["self", "owner", "command"]),
  network: z.string().nullable(),
  device: z.string().nullable(),
});

test("each event is one JSON line in the log, without email addresses", async () => {
  const family = await newFamily(mila);
  await new Visitor(mila.url).post("/auth", { email: family.email, password }, from(7));
  const lines = async () =>
    (await mila.log()).split("\n").filter((line) => line.includes("198.51.100.7"));
  await expect.poll(lines, { timeout: 15_000 }).toHaveLength(1);
  const [line = "{}"] = await lines();
  expect(auditLine.parse(JSON.parse(line))).toMatchObject({
    audit: "signed_in",
    by: "self",
    network: "198.51.100.7",
    device: "Firefox on Linux",
  });
  expect(await mila.log()).not.toContain(family.email);
});
