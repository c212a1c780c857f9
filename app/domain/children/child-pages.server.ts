import { createHash, randomBytes } from "node:crypto";
import type { Kysely, Transaction } from "kysely";
import { v7 as newId } from "uuid";
import { earlierBy, formatDue, nowIso } from "#app/domain/core/time.ts";
import type { ZonedViewer } from "#app/domain/core/viewer.ts";
import { findPeopleOfAccounts } from "#app/domain/people/people.server.ts";
import { findPeopleByIds } from "#app/domain/people/family/family-members.server.ts";
import { findPeople } from "#app/domain/accounts/users.server.ts";
import { idList } from "#db/sql/values.ts";
import type { Database } from "#db/schema.ts";

/** A tablet, a phone, and some that were lost. */
export const maxPages = 5;

interface Child {
  id: string;
  name: string;
}

/** Returns a child of the viewer's household, but null for a viewer who is a child there too. */
export async function findChildFor(
  db: Kysely<Database>,
  viewer: ZonedViewer,
  personId: string,
): Promise<Child | null> {
  const child = (await findPeopleByIds(db, [personId])).get(personId);
  if (child?.household_id !== viewer.householdId || child.relation !== "child" || child.left_at)
    return null;
  const own = await findPeopleOfAccounts(db, viewer.householdId, [viewer.userId]);
  const ownId = own.get(viewer.userId)?.id ?? "";
  const isChild = (await findPeopleByIds(db, [ownId])).get(ownId)?.relation === "child";
  return isChild ? null : { id: child.id, name: child.name };
}

/** Returns the token for the link, which is shown once. The database only stores its hash. */
export async function makeChildPage(
  db: Kysely<Database>,
  viewer: ZonedViewer,
  personId: string,
): Promise<{ token: string } | "missing" | "too_many"> {
  return db.transaction().execute(async (trx) => {
    if (!(await findChildFor(trx, viewer, personId))) return "missing";
    const all = trx.selectFrom("child_pages").select("id").where("person_id", "=", personId);
    if ((await all.execute()).length >= maxPages) return "too_many";
    const token = randomBytes(32).toString("base64url");
    await trx
      .insertInto("child_pages")
      .values({
        id: newId(),
        person_id: personId,
        made_by: viewer.userId,
        token_hash: hashOf(token),
        made_at: nowIso(),
      })
      .execute();
    return { token };
  });
}

export interface ListedPage {
  id: string;
  /** "Nov 21, 3:00 PM", in the viewer's zone. */
  madeOn: string;
  madeBy: string;
  /** Null if nobody has opened it yet. */
  openedOn: string | null;
}

export async function listChildPages(
  db: Kysely<Database>,
  { householdId, timeZone }: ZonedViewer,
  personId: string,
): Promise<ListedPage[]> {
  const rows = await db
    .selectFrom("child_pages")
    .select(["id", "made_by", "made_at", "last_used_at"])
    .where("person_id", "=", personId)
    .orderBy("id")
    .execute();
  const makers = await findPeopleOfAccounts(
    db,
    householdId,
    rows.map(({ made_by }) => made_by),
  );
  return rows.map(({ id, made_by, made_at, last_used_at }) => ({
    id,
    madeOn: formatDue(made_at, timeZone),
    madeBy: makers.get(made_by)?.name ?? "",
    openedOn: last_used_at && formatDue(last_used_at, timeZone),
  }));
}

/** Returns false for a page that is not there. */
export async function endChildPage(
  db: Kysely<Database>,
  viewer: ZonedViewer,
  { personId, pageId }: { personId: string; pageId: string },
): Promise<boolean> {
  if (!(await findChildFor(db, viewer, personId))) return false;
  const { numDeletedRows } = await db
    .deleteFrom("child_pages")
    .where("id", "=", pageId)
    .where("person_id", "=", personId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

export interface OpenedPage {
  personId: string;
  householdId: string;
  name: string;
  /** Dates are shown in the zone of the account that made the page. */
  timeZone: string | null;
  /** The account that made the page, whose week it shows. */
  madeBy: string;
}

const tokenForm = /^[\w-]{43}$/;

/** Returns null for a link that was never made, or has ended. Keeps when the page was opened. */
export async function openChildPage(
  db: Kysely<Database>,
  token: string,
  now: string = nowIso(),
): Promise<OpenedPage | null> {
  if (!tokenForm.test(token)) return null;
  const page = await db
    .selectFrom("child_pages")
    .select(["id", "person_id", "made_by", "last_used_at"])
    .where("token_hash", "=", hashOf(token))
    .executeTakeFirst();
  if (!page) return null;
  const child = (await findPeopleByIds(db, [page.person_id])).get(page.person_id);
  if (child?.relation !== "child" || child.left_at) return null;
  if ((page.last_used_at ?? "") < earlierBy(now, { hours: 1 }))
    await db
      .updateTable("child_pages")
      .set({ last_used_at: now })
      .where("id", "=", page.id)
      .execute();
  const maker = (await findPeople(db, [page.made_by])).get(page.made_by);
  return {
    personId: child.id,
    householdId: child.household_id,
    name: child.name,
    timeZone: maker?.timeZone ?? null,
    madeBy: page.made_by,
  };
}

/** An account that leaves, or has a new password, may have been in a stranger's hands. */
export async function endPagesMadeBy(
  trx: Transaction<Database>,
  { userId }: { userId: string },
): Promise<void> {
  await trx.deleteFrom("child_pages").where("made_by", "=", userId).execute();
}

/** The family has removed these people, or they are no children any more. */
export async function endPagesOf(
  trx: Transaction<Database>,
  { personIds }: { personIds: string[] },
): Promise<void> {
  await trx.deleteFrom("child_pages").where("person_id", "in", idList(personIds)).execute();
}

export async function replaceInPages(
  trx: Transaction<Database>,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await trx
    .updateTable("child_pages")
    .set({ person_id: to })
    .where("person_id", "=", from)
    .execute();
}

/** Keeps the hash of no other purpose from being a page's. */
function hashOf(token: string): string {
  return createHash("sha256").update(`child-page\n${token}`).digest("base64url");
}
