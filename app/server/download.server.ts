import { Readable } from "node:stream";
import { createReadableStreamFromReadable, type LoaderFunctionArgs } from "@remix-run/node";
import { requireViewerAgain, type requireViewer } from "./session.server.ts";
import { redirectWithToast, toast } from "./toast.server.ts";
import { QueueFull } from "./fair-use/concurrency-limit.server.ts";
import { waitToExport } from "./fair-use/exporting.server.ts";

type AskingViewer = Awaited<ReturnType<typeof requireViewer>>;

interface Download {
  fileName: string;
  /** With its charset. */
  type: string;
  /** Leads back if too many download at the same time. */
  page: string;
  write: (viewer: AskingViewer) => Promise<AsyncIterable<string>>;
}

/** Sends a long file of a household's data while others wait for theirs. */
export async function sendDownload(
  args: LoaderFunctionArgs,
  asking: AskingViewer,
  { fileName, type, page, write }: Download,
): Promise<Response> {
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
  const file = Readable.from(await write(viewer)).once("close", place.leave);
  return new Response(createReadableStreamFromReadable(file), {
    headers: {
      "Content-Type": type,
      "Content-Disposition": `attachment; filename="${fileName}"`,
    },
  });
}

const busy = () =>
  toast("error", "Not downloaded yet", {
    message: "Others are downloading their data right now. Please try again in a minute.",
  });
