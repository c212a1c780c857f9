import type { LoaderFunctionArgs } from "@remix-run/node";
import { exportTasks } from "#app/domain/lifecycle/export.server.ts";
import { auditSource } from "#app/server/audit-source.server.ts";
import { sendDownload } from "#app/server/download.server.ts";
import { requireViewer } from "#app/server/session.server.ts";
import { database } from "#db/connection.server.ts";

export { getOnly as action } from "#app/server/http-errors.server.ts";

export async function loader(args: LoaderFunctionArgs) {
  return sendDownload(args, await requireViewer(args), {
    fileName: "mila-tasks.ics",
    type: "text/calendar; charset=utf-8",
    page: "/preferences/data",
    write: (viewer) => exportTasks(database(), viewer, "ics", auditSource(args.context)),
  });
}
