import type { LoaderFunctionArgs } from "@remix-run/node";
import { exportAccount } from "#app/domain/lifecycle/export.server.ts";
import { auditSource } from "#app/server/audit-source.server.ts";
import { requireConfirmed } from "#app/server/confirmed.server.ts";
import { sendDownload } from "#app/server/download.server.ts";
import { requireViewer } from "#app/server/session.server.ts";
import { database } from "#db/connection.server.ts";

export { getOnly as action } from "#app/server/http-errors.server.ts";

const page = "/preferences/account";

export async function loader(args: LoaderFunctionArgs) {
  const asking = await requireViewer(args);
  requireConfirmed(asking, page);
  return sendDownload(args, asking, {
    fileName: "mila.json",
    type: "application/json; charset=utf-8",
    page,
    write: (viewer) => exportAccount(database(), viewer, auditSource(args.context)),
  });
}
