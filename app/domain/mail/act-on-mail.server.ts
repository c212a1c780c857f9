import type { Kysely, Transaction } from "kysely";
import { encrypt } from "#app/domain/core/encryption.server.ts";
import { earlierBy, nowIso } from "#app/domain/core/time.ts";
import type { Viewer, ZonedViewer } from "#app/domain/core/viewer.ts";
import { listHouseholdPeople, onlyNamed } from "#app/domain/people/people.server.ts";
import { bumpRevision } from "#app/domain/people/revision.server.ts";
import type { AddingRefused } from "#app/domain/tasks/adding/adding-limit.server.ts";
import { saveDrafts } from "#app/domain/tasks/adding/confirm.server.ts";
import { deleteTask } from "#app/domain/tasks/changing/task.server.ts";
import { findTasks, versionWhenAdded } from "#app/domain/tasks/find-tasks.server.ts";
import { nobody } from "#app/domain/tasks/input.ts";
import { deleteInBatches } from "#db/sql/batches.ts";
import { idList } from "#db/sql/values.ts";
import type { Database, MailChange, MailState } from "#db/schema.ts";
import { keptDays } from "./limits.ts";
import { correctTask, takeBackChange } from "./corrections/change-tasks.server.ts";
import { findMatches } from "./corrections/find-matches.server.ts";
import type { ChosenThing } from "./input.ts";
import { findMail, type Mail, type MailContent, newHash } from "./mails.server.ts";
import type { Thing } from "./reading/thing.ts";

interface Chosen {
  mailId: string;
  things: readonly ChosenThing[];
  /** Stays the same whenever the same form is sent. */
  requestId: string;
  /** False if somebody still has to look at the rest of the mail. True by default. */
  isLookedAt?: boolean;
}

export interface Done {
  /** The titles of the tasks that were added. */
  titles: string[];
  /** Counts the changed tasks of earlier mails. */
  moved: number;
  cancelled: number;
  /** Counts tasks left alone because they had changed since the page was loaded. */
  missed: number;
}

/**
 * Adds things of a mail as tasks, each once, and does what it says about tasks of earlier ones.
 * Returns undefined without such a mail.
 */
export async function addFromMail(
  db: Kysely<Database>,
  viewer: ZonedViewer,
  { mailId, things, requestId, isLookedAt = true }: Chosen,
  encryptionKey: string,
): Promise<Done | AddingRefused | undefined> {
  const mail = await findMail(db, viewer, mailId, encryptionKey);
  if (!mail || mail.state === "purged") return undefined;
  const chosen = things.filter(({ thing }) => mail.things[thing] && !mail.taskIds.has(thing));
  const toAdd = new Set(chosen.flatMap((each) => (each.changes ? [] : [each.thing])));
  const hashOf = newHash(encryptionKey);
  const titles = await db
    .transaction()
    .execute((trx) => addTasks(trx, viewer, mail, { toAdd, requestId, hashOf }));
  if ("refused" in titles) return titles;
  const matches = (await findMatches(db, viewer, [mail], hashOf)).get(mailId);
  return db.transaction().execute(async (trx) => {
    const done = { titles, moved: 0, cancelled: 0, missed: 0 };
    const isDoneAlready = await listDone(trx, mailId);
    for (const { thing: index, changes, seen } of chosen) {
      if (!changes || isDoneAlready.has(index)) continue;
      const match = matches?.get(index);
      const thing = mail.things[index]!;
      const eventHash = eventHashOf(thing, hashOf);
      const isMeant =
        match?.task.id === changes && match.task.due === seen && match.what !== "same";
      const correction = { mailId, index, thing, eventHash };
      const isDone = isMeant && (await correctTask(trx, viewer, { ...correction, match }));
      done[isDone ? (match.what as MailChange) : "missed"] += 1;
    }
    const isComplete = isLookedAt && done.missed === 0;
    if (chosen.length > 0) await setState(trx, viewer, mailId, isComplete ? "added" : "waiting");
    return done;
  });
}

/** Lists the things already handled: a form may be sent twice, or by two people at once. */
async function listDone(trx: Transaction<Database>, mailId: string): Promise<Set<number>> {
  const rows = await trx
    .selectFrom("mail_tasks")
    .select("thing")
    .where("mail_id", "=", mailId)
    .execute();
  return new Set(rows.map(({ thing }) => thing));
}

const eventHashOf = ({ eventId }: Thing, hashOf: (text: string) => string) =>
  eventId === undefined ? null : hashOf(eventId);

interface ToAdd {
  toAdd: ReadonlySet<number>;
  requestId: string;
  hashOf: (text: string) => string;
}

/** Returns the titles. */
async function addTasks(
  trx: Transaction<Database>,
  viewer: ZonedViewer,
  mail: Mail,
  { toAdd, requestId, hashOf }: ToAdd,
): Promise<string[] | AddingRefused> {
  const isDoneAlready = await listDone(trx, mail.id);
  const indexes = [...toAdd].filter((index) => !isDoneAlready.has(index));
  if (indexes.length === 0) return [];
  const people = await listHouseholdPeople(trx, viewer.householdId);
  const drafts = indexes.map((index) => {
    const { title, category, due, hasTime, about, note, sentence } = mail.things[index]!;
    return {
      title,
      category,
      description: note ?? (sentence === title ? undefined : sentence),
      dueDate: due?.local,
      usualTime: due && !hasTime ? due.local.slice(11) : undefined,
      aboutId: onlyNamed(people, about)?.id ?? nobody,
    };
  });
  const taskIds = await saveDrafts(trx, viewer, { drafts, requestId });
  if ("refused" in taskIds) return taskIds;
  const rows = taskIds.map((taskId, at) => {
    const thing = mail.things[indexes[at]!]!;
    return {
      task_id: taskId,
      mail_id: mail.id,
      thing: indexes[at]!,
      event_hash: eventHashOf(thing, hashOf),
      sequence: thing.sequence ?? 0,
    };
  });
  await trx.insertInto("mail_tasks").values(rows).execute();
  return drafts.map(({ title }) => title);
}

/**
 * Adds the sure things of a mail whose sender the household always adds. Changes of earlier tasks
 * wait for somebody.
 */
export async function addAtOnce(
  db: Kysely<Database>,
  viewer: ZonedViewer,
  mailId: string,
  encryptionKey: string,
): Promise<void> {
  const mail = await findMail(db, viewer, mailId, encryptionKey);
  // Anybody can write a sender's name.
  if (!mail?.isProven) return;
  const matches = (await findMatches(db, viewer, [mail], newHash(encryptionKey))).get(mailId);
  const things = [...mail.things.entries()]
    .filter(([index, { isSure }]) => isSure && !matches?.has(index))
    .map(([thing]) => ({ thing }));
  const isLookedAt = things.length === mail.things.length && !mail.hasUnreadPart;
  const chosen = { mailId, things, requestId: mailId, isLookedAt };
  await addFromMail(db, viewer, chosen, encryptionKey);
}

export interface UndoneMail {
  deleted: number;
  restored: number;
  /** The titles of tasks that somebody else added, or that somebody has changed since. */
  kept: string[];
}

/**
 * Deletes the tasks that were added from a mail, and takes back its changes, unless somebody has
 * built on them since. The mail waits again.
 * @param onlyOwn true for tasks that the viewer added
 */
export async function undoMail(
  db: Kysely<Database>,
  viewer: ZonedViewer,
  { mailId, onlyOwn }: { mailId: string; onlyOwn: boolean },
  encryptionKey: string,
): Promise<UndoneMail | undefined> {
  const mail = await findMail(db, viewer, mailId, encryptionKey);
  if (!mail || mail.state === "purged") return undefined;
  return db.transaction().execute(async (trx) => {
    const rows = await trx
      .selectFrom("mail_tasks")
      .select(["thing", "task_id", "changed", "changed_at", "due_before", "had_time"])
      .where("mail_id", "=", mailId)
      .execute();
    const taskIds = rows.map(({ task_id }) => task_id);
    const tasks = await findTasks(trx, taskIds);
    const cancelled = await listCancelled(trx, taskIds);
    const undone: UndoneMail = { deleted: 0, restored: 0, kept: [] };
    const open: number[] = [];
    for (const row of rows) {
      const task = tasks.get(row.task_id);
      const thing = mail.things[row.thing]!;
      if (row.changed) {
        const isBack = await takeBackChange(trx, viewer, thing, row);
        if (isBack) undone.restored += 1;
        else if (task) undone.kept.push(task.title);
      } else if (task?.deleted_at === null) {
        const isAnothers = onlyOwn && task.user_id !== viewer.userId;
        const isKept = isAnothers || task.version !== versionWhenAdded;
        if (isKept) undone.kept.push(task.title);
        if (isKept) continue;
        undone.deleted += Number(await deleteTask(trx, viewer, task.id));
      } else if (cancelled.has(row.task_id)) continue;
      open.push(row.thing);
    }
    await trx
      .deleteFrom("mail_tasks")
      .where("mail_id", "=", mailId)
      .where("thing", "in", open)
      .execute();
    if (open.length > 0 || rows.length === 0) await setState(trx, viewer, mailId, "waiting");
    return undone;
  });
}

/** Lists tasks that a later mail has cancelled: its Undo would bring them back. */
async function listCancelled(
  trx: Transaction<Database>,
  taskIds: readonly string[],
): Promise<Set<string>> {
  const rows = await trx
    .selectFrom("mail_tasks")
    .select("task_id")
    .where("task_id", "in", idList(taskIds))
    .where("changed", "=", "cancelled")
    .execute();
  return new Set(rows.map(({ task_id }) => task_id));
}

/** Puts a mail away, with nothing added from it. Returns false if it is gone, or deleted. */
export async function ignoreMail(
  db: Kysely<Database>,
  viewer: Viewer,
  mailId: string,
): Promise<boolean> {
  return db.transaction().execute((trx) => setState(trx, viewer, mailId, "ignored"));
}

/** Forgets the words of a mail at once. Its tasks stay. Returns false without such a mail. */
export async function forgetMail(
  db: Kysely<Database>,
  viewer: Viewer,
  mailId: string,
  encryptionKey: string,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await trx
      .updateTable("mails")
      .set({ content: encrypt(encryptionKey, JSON.stringify(nothing), mailId) })
      .where("id", "=", mailId)
      .where("household_id", "=", viewer.householdId)
      .execute();
    return setState(trx, viewer, mailId, "purged");
  });
}

const nothing: MailContent = {
  sender: null,
  subject: "",
  sentAt: null,
  things: [],
  text: "",
  hasUnreadPart: false,
};

async function setState(
  trx: Transaction<Database>,
  { householdId }: Viewer,
  mailId: string,
  state: MailState,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("mails")
    .set({ state })
    .where("id", "=", mailId)
    .where("household_id", "=", householdId)
    // An older page may still show a mail whose words were deleted.
    .$if(state !== "purged", (query) => query.where("state", "!=", "purged"))
    .executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n) await bumpRevision(trx, householdId);
  return numUpdatedRows > 0n;
}

const purgedAtOnce = 100;

/** Keeps of old mails only where their tasks come from, and nothing of the others. */
export async function purgeMails(
  db: Kysely<Database>,
  encryptionKey: string,
  now: string = nowIso(),
): Promise<void> {
  const before = earlierBy(now, { hours: 24 * keptDays });
  const isOld = db.selectFrom("mails").where("taken_at", "<", before);
  const tasks = db.selectFrom("mail_tasks").select("mail_id");
  await deleteInBatches(db, "mails", isOld.where("id", "not in", tasks));
  for (;;) {
    const rows = await isOld
      .select(["id", "household_id"])
      .where("state", "!=", "purged")
      .limit(purgedAtOnce)
      .execute();
    for (const { id, household_id: householdId } of rows) {
      const mail = await findMail(db, { householdId }, id, encryptionKey);
      await db
        .updateTable("mails")
        .set({ state: "purged", content: sealOrigin(mail, id, encryptionKey) })
        .where("id", "=", id)
        .execute();
    }
    if (rows.length < purgedAtOnce) return;
  }
}

function sealOrigin(mail: Mail | undefined, id: string, encryptionKey: string): string {
  const origin = mail ? { sender: mail.sender, subject: mail.subject } : {};
  return encrypt(encryptionKey, JSON.stringify({ ...nothing, ...origin }), id);
}
