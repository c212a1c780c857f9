import type { LoaderFunctionArgs } from "@remix-run/node";
import { findTaskFile } from "#app/domain/calendar/files/task-file.server.ts";
import { sendCalendarFile } from "#app/server/calendar-file.server.ts";
import { publicOrigin } from "#app/server/instance.server.ts";
import { requireViewer } from "#app/server/session.server.ts";
import { database } from "#db/connection.server.ts";

export { getOnly as action } from "#app/server/http-errors.server.ts";

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args);
  const id = args.params.id ?? "";
  return sendCalendarFile(
    await findTaskFile(database(), viewer, id, publicOrigin),
    `/tasks/${id}/date`,
  );
}
