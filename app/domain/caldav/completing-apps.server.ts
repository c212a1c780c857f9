import type { Transaction } from "kysely";
import type { Database } from "#db/schema.ts";
import type { AppViewer } from "./app-viewer.ts";
import { eventsSegment } from "./calendars.server.ts";
import { sentBy } from "./own-lines.ts";
import { loadLibrary, readObject } from "./read-object.server.ts";

/** True if the program has completed a date of any series by an exception. */
export async function completesByExceptions(
  trx: Transaction<Database>,
  viewer: AppViewer,
  program: string,
): Promise<boolean> {
  const rows = await trx
    .selectFrom("dav_objects")
    .select(["content", "fields"])
    .where("household_id", "=", viewer.householdId)
    .where("calendar", "!=", eventsSegment)
    .where("deleted_at", "is", null)
    .where("content", "like", "%RECURRENCE-ID%")
    .execute();
  const library = await loadLibrary();
  return rows.some(({ content, fields }) => {
    if (content === null || sentBy({ fields }) !== viewer.tokenId) return false;
    const read = readObject(library, content, viewer.timeZone);
    return read.program === program && read.doneOn.size > 0;
  });
}
