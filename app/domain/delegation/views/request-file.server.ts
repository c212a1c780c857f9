import type { Kysely } from "kysely";
import { writeTaskFile } from "#app/domain/calendar/files/task-file.server.ts";
import type { Database } from "#db/schema.ts";
import { findRequests } from "../requests/find-requests.server.ts";
import { isActionable } from "../requests/request-status.ts";

/** @returns "undated" when the task has no date; undefined when the request is not open */
export async function writeRequestFile(
  db: Kysely<Database>,
  requestId: string,
  url: string | null,
): Promise<string | "undated" | undefined> {
  const found = (await findRequests(db, [requestId])).get(requestId);
  if (!found || !isActionable(found.status)) return undefined;
  return writeTaskFile(db, found.task, { url, remindersAt: [] });
}
