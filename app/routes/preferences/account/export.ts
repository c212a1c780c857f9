import { Readable } from "node:stream";
import { createReadableStreamFromReadable, type LoaderFunctionArgs } from "@remix-run/node";
import { exportAccount } from "#app/domain/lifecycle/export.server.ts";
import { auditSource } from "#app/server/audit-source.server.ts";
import { requireConfirmed } from "#app/server/confirmed.server.ts";
import { waitToExport } from "#app/server/fair-use/exporting.server.ts";
import { QueueFull } from "#app/server/fair-use/concurrency-limit.server.ts";
import { requireViewer, requireViewerAgain } from "#app/server/session.server.ts";
import { redirectWithToast, toast } from "#app/server/toast.server.ts";
import { database } from "#db/connection.server.ts";

export { getOnly as action } from "#app/server/http-errors.server.ts";

const page = "/preferences/account";

export async function loader(args: LoaderFunctionArgs) {
  const asking = await requireViewer(args);
  requireConfirmed(asking, page);
  // Frees the page's slot, so that other pages of the household don't wait for the export.
  args.context.endRendering();
  const place = await waitToExport(asking.householdId).catch((error: unknown) => {
    if (error instanceof QueueFull) return null;
    throw error;
  });
  if (place === null) return redirectWithToast(page, busy());
  // The connection may close before anything is read, or stay open for other requests.
  args.context.onClose(place.leave);
  const viewer = place.hasWaited ? await requireViewerAgain(args) : asking;
  const pieces = await exportAccount(database(), viewer, auditSource(args.context));
  const file = Readable.from(pieces).once("close", place.leave);
  return new Response(createReadableStreamFromReadable(file), {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": 'attachment; filename="mila.json"',
    },
  });
}

const busy = () =>
  toast("error", "Not downloaded yet", {
    message: "Others are downloading their data right now. Please try again in a minute.",
  });
