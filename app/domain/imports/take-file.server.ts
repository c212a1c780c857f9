import type { Insertable, Kysely } from "kysely";
import { v7 as newId } from "uuid";
import { newSlices } from "#app/domain/core/in-slices.ts";
import { allow } from "#app/domain/core/rate-limits/allow.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import type { ZonedViewer } from "#app/domain/core/viewer.ts";
import { findNoRoom } from "#app/domain/tasks/adding/room.server.ts";
import { yieldToOthers } from "#db/sql/batches.ts";
import type { Database } from "#db/schema.ts";
import { findDifferences } from "./find-changes.server.ts";
import { findKnown, findOwn } from "./known.server.ts";
import { maxRows } from "./limits.ts";
import { deleteImports } from "./purge.server.ts";
import { findFormat, readFile } from "./read-file.server.ts";
import { importedRow, type Problem, type Read, UnreadableFile } from "./row.ts";
import {
  addDifference,
  addKnown,
  addProblem,
  addRow,
  emptySummary,
  type ImportSummary,
} from "./summary.ts";

interface Upload {
  /** Of a file on this machine, which the caller deletes. */
  path: string;
  fileName: string;
}

/** Finds which UIDs tasks apps have brought to the household. */
type FindUids = (
  db: Kysely<Database>,
  household: { householdId: string },
  uids: readonly string[],
) => Promise<Set<string>>;

const tooOften = "That's more files than I can read in an hour. Please try again later.";

/**
 * Reads a file into rows that wait for the person's word. The account's earlier preview goes: a
 * person looks at one at a time.
 * @returns the id of the import, or why there is none
 */
export async function takeFile(
  db: Kysely<Database>,
  viewer: ZonedViewer,
  { path, fileName }: Upload,
  findUids: FindUids = async () => new Set(),
): Promise<{ id: string } | { refused: string }> {
  const noRoom = await findNoRoom(db, viewer.householdId, { tasks: 0, series: 0 });
  if (noRoom) return noRoom;
  const counted = await allow(db, [["imports", viewer.userId]]);
  if (counted.refused) return { refused: tooOften };
  await dropPreviews(db, viewer.userId);
  const id = newId();
  try {
    const format = await findFormat(path);
    const now = nowIso();
    const { householdId: household_id, userId: user_id } = viewer;
    const own = { id, household_id, user_id, format, file_name: fileName.slice(0, 200) };
    const json = { summary: JSON.stringify(emptySummary()), people: "{}" };
    await db
      .insertInto("imports")
      .values({ ...own, ...json, state: "reading", created_at: now, next_at: now })
      .execute();
    const reads = readFile(path, { now, timeZone: viewer.timeZone, counts: new Map() });
    const summary = await keepRows(db, { id, householdId: household_id, findUids }, reads);
    await db
      .updateTable("imports")
      .set({ state: "waiting", summary: JSON.stringify(summary) })
      .where("id", "=", id)
      .execute();
    return { id };
  } catch (error) {
    await deleteImports(db, [id]);
    if (error instanceof UnreadableFile) return { refused: error.message };
    throw error;
  }
}

type ReadRow = Extract<Read, { type: "row" }>;

const rowsAtOnce = 200;

async function keepRows(
  db: Kysely<Database>,
  { id, householdId, findUids }: { id: string; householdId: string; findUids: FindUids },
  reads: AsyncIterable<Read>,
): Promise<ImportSummary> {
  const summary = emptySummary();
  let number = 0;
  let batch: ReadRow[] = [];
  const save = async () => {
    const known = await findKnown(
      db,
      householdId,
      batch.map(({ key }) => key),
    );
    const ids = batch.flatMap(({ ownId }) => ownId ?? []);
    const own = await findOwn(db, householdId, ids);
    for (const uid of await findUids(db, { householdId }, ids)) own.add(uid);
    const isHere = ({ key, ownId }: ReadRow) => known.has(key) || own.has(ownId ?? "");
    const differences = await findDifferences(db, householdId, batch.filter(isHere));
    const rows = batch.map((read): Insertable<Database["import_rows"]> => {
      number += 1;
      const base = { import_id: id, number, source_key: read.key };
      const found = differences.get(read.key);
      if (found) addDifference(summary, read, found);
      if (found && found.parts.length > 0 && read.row.type === "task") {
        const { taskId, parts, since } = found;
        const change = { type: "change", taskId, parts, since, task: read.row };
        return { ...base, state: "waiting", content: JSON.stringify(change) };
      }
      if (found) return { ...base, state: "known", content: null };
      if (isHere(read)) {
        addKnown(summary, read);
        return { ...base, state: "known", content: null };
      }
      addRow(summary, read);
      return { ...base, state: "waiting", content: JSON.stringify(read.row) };
    });
    if (rows.length > 0) await db.insertInto("import_rows").values(rows).execute();
    batch = [];
    await yieldToOthers();
  };
  const pause = newSlices();
  for await (const read of reads) {
    // Rows that are read already come one after the other, without a turn for others.
    await pause();
    if (read.type === "problem") {
      addProblem(summary, read);
      continue;
    }
    // The worker could not go past a row that it cannot read.
    if (!importedRow.safeParse(read.row).success) {
      addProblem(summary, unreadable(read));
      continue;
    }
    batch.push(read);
    if (number + batch.length > maxRows) throw new UnreadableFile(tooMany);
    if (batch.length === rowsAtOnce) await save();
  }
  await save();
  if (number === 0) throw new UnreadableFile(nothingIn(summary));
  return summary;
}

function unreadable({ line, row }: Extract<Read, { type: "row" }>): Problem {
  const title = "title" in row ? row.title : "name" in row ? row.name : "";
  return { line, title, why: "I can't read a part of it, such as its date.", isTaken: false };
}

const most = maxRows.toLocaleString("en-US");
const tooMany = `That's more than ${most} tasks. Please divide the file.`;

function nothingIn({ problems: [first] }: ImportSummary): string {
  const none = "I found no task in this file that I could take.";
  return first ? `${none} Line ${first.line}: ${first.why}` : none;
}

async function dropPreviews(db: Kysely<Database>, userId: string): Promise<void> {
  const rows = await db
    .selectFrom("imports")
    .select("id")
    .where("user_id", "=", userId)
    .where("state", "in", ["reading", "waiting"])
    .execute();
  await deleteImports(
    db,
    rows.map(({ id }) => id),
  );
}
