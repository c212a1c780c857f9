import { Readable } from "node:stream";
import { createReadableStreamFromReadable, type LoaderFunctionArgs } from "@remix-run/node";
import { exportAccount } from "#app/domain/lifecycle/export.server.ts";
import { auditSource } from "#app/web/audit-source.server.ts";
import { requireConfirmed } from "#app/web/confirmed.server.ts";
import { requireViewer } from "#app/web/session.server.ts";
import { database } from "#db/connection.server.ts";

export { getOnly as action } from "#app/web/http-errors.server.ts";

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args);
  requireConfirmed(viewer, "/preferences/account");
  const pieces = await exportAccount(database(), viewer, auditSource(args.context));
  return new Response(createReadableStreamFromReadable(Readable.from(pieces)), {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": 'attachment; filename="mila.json"',
    },
  });
}
