import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openDatabase } from "#db/connection.server.ts";
import { fillFolder, temporaryFolder } from "../../support/records/backup.ts";
import { giveAuthenticator } from "../../support/browser/authenticator.ts";
import { deleteEveryone, findUserId } from "../../support/people/owner.ts";
import { newSam } from "../../support/people/second-parent.ts";
import { startMila } from "../../support/product/mila.ts";
import { type SharedMila, sharedMila } from "../../support/product/shared-mila.ts";
import { runUsers } from "../../support/product/users-command.ts";
import { newFamily, Visitor } from "../../support/product/visitor.ts";

const password = "correct horse 7";
let mila: SharedMila;

beforeAll(async () => {
  mila = await sharedMila();
});

beforeEach(async () => {
  await deleteEveryone(mila.db);
});

afterAll(() => mila[Symbol.asyncDispose]());

const users = (...args: string[]) => runUsers(args, { folder: mila.dataFolder });
const emails = async () =>
  (await mila.db.selectFrom("users").select("email").execute()).map(({ email }) => email);

test("it lists accounts with their age, last visit and the owner", async () => {
  expect((await users()).output).toBe(
    "There are no accounts. The first one will be Mila's owner.\n",
  );
  const [owner, other] = [await newFamily(mila), await newFamily(mila)];
  await mila.db
    .updateTable("users")
    .set({ created_at: "2026-01-02T12:00:00.000Z", last_seen_at: "2026-03-04T12:00:00.000Z" })
    .where("email", "=", owner.email)
    .execute();
  await mila.db
    .updateTable("users")
    .set({ created_at: "2026-10-12T12:00:00.000Z", last_seen_at: null })
    .where("email", "=", other.email)
    .execute();
  const { code, output } = await users();
  expect([code, output.split("\n").map((line) => line.split(/ {2,}/))]).toEqual([
    0,
    [
      [owner.email, "since Jan 2, 2026", "last seen Mar 4, 2026", "owner"],
      [other.email, "since Oct 12, 2026", "never seen"],
      [""],
    ],
  ]);
});

test("it lists every account, however many, and no address of a restored backup writes to the terminal", async () => {
  const rows = Array.from({ length: 250 }, (_, number) => ({
    id: `00000000-0000-7000-8000-${String(number).padStart(12, "0")}`,
    email: `person-${number}@example.com`,
    created_at: "2026-01-02T12:00:00.000Z",
  }));
  const hostile = { ...rows[0]!, id: crypto.randomUUID(), email: "\u001b[0m\u202e\nn@example.com" };
  await mila.db
    .insertInto("users")
    .values([...rows, hostile])
    .execute();
  const { output } = await users();
  expect(output.match(/person-\d+@/g)).toHaveLength(250);
  expect(output).toMatch(
    /^\\u001b\[0m\\u202e\\u000an@example\.com +since Jan 2, 2026 +never seen$/m,
  );
});

test("a reset link works at once, while Mila runs, and is in no log", async () => {
  const family = await newFamily(mila);
  const { code, output } = await users("reset-link", family.email.toUpperCase());
  expect([code, output]).toEqual([0, expect.stringContaining("It works once, for 30 minutes")]);
  const link = /(\/auth\/reset\?token=\S+)/.exec(output)?.[1] ?? "";
  const reset = await new Visitor(mila.url).post(link, { password: "another horse 8" });
  expect(reset.headers.get("location")).toBe("/auth");
  const signedIn = await new Visitor(mila.url).post("/auth", {
    email: family.email,
    password: "another horse 8",
  });
  expect(signedIn.status).toBe(303);
  expect(await mila.log()).not.toContain(link.slice(-40));
});

test("a reset link has the address and port of the running Mila, whatever the command's settings say", async () => {
  const family = await newFamily(mila);
  const options = { folder: mila.dataFolder, settings: { PORT: "3456" } };
  const { output } = await runUsers(["reset-link", family.email], options);
  expect(new URL(/http\S+/.exec(output)?.[0] ?? "").port).toBe(new URL(mila.url).port);
  expect(output).not.toContain("guessed");
});

test("a reset link has the address that the running Mila was started with", async () => {
  using data = temporaryFolder();
  await fillFolder(data.folder, 1);
  {
    await using _mila = await startMila({
      DATA_DIR: data.folder,
      APP_URL: "https://mila.example.com",
    });
    const { output } = await runUsers(["reset-link", await anyAddress(data.folder)], data);
    expect(output).toContain("https://mila.example.com/auth/reset?token=");
    expect(output).not.toContain("APP_URL");
  }
  const settings = { PORT: "3456" };
  const { output } = await runUsers(["reset-link", await anyAddress(data.folder)], {
    ...data,
    settings,
  });
  const { hostname, port } = new URL(/http\S+/.exec(output)?.[0] ?? "");
  expect([hostname, port]).toEqual([expect.stringMatching(/^(localhost|[\d.]+)$/), "3456"]);
  expect(output).toContain("Mila isn't running, so I guessed where you open it.");
});

async function anyAddress(folder: string): Promise<string> {
  await using db = openDatabase(join(folder, "mila.db"));
  return (await db.selectFrom("users").select("email").executeTakeFirstOrThrow()).email;
}

test("it gives Mila to another owner, and gives it back", async () => {
  const [first, second] = [await newFamily(mila), await newFamily(mila)];
  const page = "/preferences/instance";
  expect((await users("make-owner", second.email)).output).toBe(
    `${second.email} is Mila's owner now.\n`,
  );
  expect([(await first.get(page)).status, (await second.get(page)).status]).toEqual([404, 200]);
  expect((await users("make-owner", second.email)).output).toBe(
    `${second.email} is Mila's owner already.\n`,
  );
  await users("make-owner", first.email);
  expect([(await first.get(page)).status, (await second.get(page)).status]).toEqual([200, 404]);
});

test("it ends all sessions of an account", async () => {
  const family = await newFamily(mila);
  await new Visitor(mila.url).post("/auth", { email: family.email, password });
  expect((await users("end-sessions", family.email)).output).toBe(
    `Signed out ${family.email}: ended 2 sessions.\n`,
  );
  expect((await family.get("/dashboard")).status).toBe(303);
});

test("it lets in someone who lost their phone and their codes", async () => {
  const family = await newFamily(mila);
  const logIn = async () =>
    (await new Visitor(mila.url).post("/auth", { email: family.email, password })).headers;
  await giveAuthenticator(mila, await findUserId(mila, family.email));
  expect((await logIn()).get("location")).toBe("/auth/code");
  expect((await users("turn-off-two-step", family.email)).output).toBe(
    `Turned off two-step sign-in for ${family.email}: removed its authenticator app, passkeys and recovery codes.\n`,
  );
  expect((await logIn()).get("location")).toBe("/dashboard");
  const removals = mila.db
    .selectFrom("audit_events")
    .select("done_by")
    .where("kind", "=", "factor_removed");
  expect(await removals.execute()).toEqual([{ done_by: "command" }]);
  expect((await users("turn-off-two-step", family.email)).output).toBe(
    `${family.email} has no two-step sign-in.\n`,
  );
});

test.for(["", "y\n"])("before deleting it asks, and %j deletes nothing", async (input) => {
  const family = await newFamily(mila);
  const answer = await runUsers(["delete", family.email], { folder: mila.dataFolder, input });
  expect(answer).toMatchObject({ code: 1, errors: "Nothing was deleted.\n" });
  expect(answer.output).toContain(
    `Delete ${family.email}? Its household's tasks and family members are deleted too.`,
  );
  expect(await emails()).toEqual([family.email]);
});

test("yes deletes the account", async () => {
  const family = await newFamily(mila);
  const answer = await runUsers(["delete", family.email], {
    folder: mila.dataFolder,
    input: "yes\n",
  });
  expect(answer).toMatchObject({
    code: 0,
    output: expect.stringContaining(`Deleted ${family.email}.`),
  });
  expect(await emails()).toEqual([]);
});

test("with --yes it deletes without asking, and the household passes to the next member", async () => {
  const owner = await newFamily(mila);
  const sam = await newSam(mila, owner);
  const { code, output } = await users("delete", owner.email, "--yes");
  expect([code, output]).toEqual([
    0,
    `Deleted ${owner.email}. Backups keep its data for up to a week.\n` +
      "Mila has no owner now. To name one: npm run users -- make-owner ADDRESS\n",
  ]);
  expect(await emails()).toEqual([sam.email]);
  const roles = await mila.db.selectFrom("household_members").select("role").execute();
  expect(roles).toEqual([{ role: "owner" }]);
  expect((await users()).output).toContain("Mila has no owner.");
});

test.for([
  [["delete", "nobody@example.com", "--yes"], "No account has the address nobody@example.com."],
  [["reset-link", "nobody@example.com"], "No account has the address nobody@example.com."],
  [["reset-link"], "Use: npm run users"],
  [["promote", "nobody@example.com"], "Use: npm run users"],
  [["make-owner", "a@example.com", "b@example.com"], "Use: npm run users"],
  [["end-sessions", "a@example.com", "--yes"], "Use: npm run users"],
] as const)("%j is refused with the reason", async ([args, reason]) => {
  const family = await newFamily(mila);
  const { code, output, errors } = await users(...args);
  expect([code, output, errors]).toEqual([1, "", expect.stringContaining(reason)]);
  expect(await emails()).toEqual([family.email]);
});

test("a damaged database is one line with the cure", async () => {
  using other = temporaryFolder();
  writeFileSync(join(other.folder, "mila.db"), "no database at all");
  const { code, errors } = await runUsers([], { folder: other.folder });
  const line = `The database in ${other.folder} is damaged: restore a backup, as docs/backup.md says.\n`;
  expect([code, errors]).toEqual([1, line]);
});

test("it creates nothing in an empty folder, and leaves another version's database alone", async () => {
  using other = temporaryFolder();
  const file = join(other.folder, "mila.db");
  expect(await runUsers([], { folder: other.folder })).toMatchObject({
    code: 1,
    errors: expect.stringContaining("There is no database in"),
  });
  expect(existsSync(file)).toBe(false);

  await fillFolder(other.folder, 1);
  await using db = openDatabase(file);
  await sql`update kysely_migration set name = '9999_later' where name like '0001%'`.execute(db);
  expect(await runUsers([], { folder: other.folder })).toMatchObject({
    code: 1,
    errors: expect.stringMatching(/^[ -~]+start the newer version\n$/),
  });
  await sql`delete from kysely_migration where name = '9999_later'`.execute(db);
  expect(await runUsers([], { folder: other.folder })).toMatchObject({
    code: 1,
    errors: expect.stringContaining("Start this one once to upgrade it."),
  });
});
