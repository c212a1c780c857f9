import { hashPassword } from "#app/domain/accounts/credentials/password.server.ts";
import { startSession } from "#app/domain/accounts/sessions/session.server.ts";
import { earlierBy, nowIso } from "#app/domain/core/time.ts";
import { cookieValue } from "../../support/product/cookie.ts";
import { newFamily } from "../../support/records/family.ts";
import { type SignedInFamily, signedInFamily } from "../security/signed-in.ts";
import { Client } from "./client.ts";
import { victimsWord } from "./judge.ts";
import type { Site, Target } from "./target.ts";
import { someRequester } from "../../support/people/some-requester.ts";

const password = "correct horse 7";

export class Account extends Client {
  readonly email: string;
  readonly password = password;
  /** Family members added so far. */
  readonly knownIds = new Set<string>();

  constructor(site: Site, email: string) {
    super(site.url, email.includes(victimsWord) ? undefined : site.judge);
    this.email = email;
  }
}

let accounts = 0;
export const newEmail = (name: string = "mallory") => `${name}-${(accounts += 1)}@example.com`;

/** Signs up through the form, and confirms the address by the link in the mail if it should. */
export async function newAccount(
  site: Site,
  { email = newEmail(), isVerified = true }: { email?: string; isVerified?: boolean } = {},
): Promise<Account> {
  const account = new Account(site, email);
  const signedUp = await account.post("/auth", {
    mode: "signup",
    email,
    password,
    timeZone: "America/New_York",
  });
  if (signedUp.status !== 303) throw new Error(`Signing up failed with ${signedUp.status}`);
  if (isVerified && site.canMail) await account.post(await site.linkTo(email, "/auth/verify"));
  await account.post("/auth", { mode: "login", email, password });
  const session = account.cookie("mila_session");
  if (!session) throw new Error(`Signing in as ${email} failed`);
  (email.includes(victimsWord) ? site.judge.secrets : site.judge.sessions).add(session);
  return account;
}

/**
 * Inserted, which costs a fraction of the forms. Confirmed, and a day old: no limit of a new
 * account's stops it.
 */
export async function olderAccount(target: Omit<Target, "victims">): Promise<Account> {
  const { db } = target;
  const { userId } = await newFamily(db);
  passwordHash ??= hashPassword(password, someRequester);
  const created_at = earlierBy(nowIso(), { hours: 25 });
  const older = { created_at, email_verified_at: nowIso(), password_hash: await passwordHash };
  await db.updateTable("users").set(older).where("id", "=", userId).execute();
  return withSession(target, `${userId}@example.com`, cookieValue(await startSession(db, userId)));
}

let passwordHash: Promise<string> | undefined;

/** Inserted, with the records of the access matrix. Nobody confirmed its address. */
export async function plantedAccount(
  target: Target,
): Promise<{ account: Account; family: SignedInFamily }> {
  const family = await signedInFamily(target.db);
  const [, session = ""] = /^[^=]+=(.*)$/.exec(family.cookie) ?? [];
  return { account: withSession(target, `${family.userId}@example.com`, session), family };
}

function withSession(site: Site, email: string, session: string): Account {
  const account = new Account(site, email);
  account.setCookie("mila_session", session);
  site.judge.sessions.add(session);
  return account;
}

export async function findIds(
  { db }: Pick<Target, "db">,
  { email }: Account,
): Promise<{ userId: string; householdId: string }> {
  return db
    .selectFrom("users")
    .innerJoin("household_members", "household_members.user_id", "users.id")
    .select(["users.id as userId", "household_id as householdId"])
    .where("email", "=", email)
    .executeTakeFirstOrThrow();
}

/** Adds a person to the account's family and returns their id. */
export async function addMember(account: Account, fields: Record<string, string>): Promise<string> {
  const added = await account.post("/preferences/family/members", {
    relation: "partner",
    phone: "",
    email: "",
    ...fields,
  });
  if (added.status !== 303) throw new Error(`Adding a family member failed with ${added.status}`);
  const { text } = await account.get("/preferences/family/members");
  const ids = [...text.matchAll(/\/preferences\/family\/members\/([\w-]+)\/edit/g)].map(
    ([, id = ""]) => id,
  );
  const isNew = ids.filter((id) => !account.knownIds.has(id));
  const [id] = isNew;
  if (!id) throw new Error("The new family member is not listed");
  account.knownIds.add(id);
  return id;
}

/** Bypasses the parser. Returns the task's id. */
export async function addTask(account: Account, fields: Record<string, string>): Promise<string> {
  const added = await account.post("/dashboard", {
    text: "Something",
    requestId: crypto.randomUUID(),
  });
  const id = /^\/tasks\/([^/]+)\/date$/.exec(String(added.headers.location))?.[1];
  if (!id) throw new Error(`Adding a task failed with ${added.status}`);
  await account.post(`/tasks/${id}/edit`, { version: "1", category: "Household", ...fields });
  return id;
}

/** The first match on a page. */
export async function findOn(account: Account, path: string, pattern: RegExp): Promise<string> {
  const { text } = await account.get(path);
  const found = pattern.exec(text)?.[0];
  if (!found) throw new Error(`${path} has no ${pattern}`);
  return found;
}
