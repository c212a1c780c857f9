import type { Kysely } from "kysely";
import { writeTaskFile } from "#app/domain/calendar/files/task-file.server.ts";
import type { Database } from "#db/schema.ts";
import { findRequests } from "../requests/find-requests.server.ts";
import { isTheirs } from "../requests/request-status.ts";

/**
 * The task of a request as a calendar file for whoever was asked. "undated" when it has no date, undefined when they
 * are not to do it (any more).
 * @param url where they can answer, if that can be opened
 */
export async function requestFile(
  db: Kysely<Database>,
  requestId: string,
  url: string | null,
): Promise<string | "undated" | undefined> {
  const found = (await findRequests(db, [requestId])).get(requestId);
  if (!found || !isTheirs(found.status)) return undefined;
  return writeTaskFile(db, found.task, { url, remindersAt: [] });
}
