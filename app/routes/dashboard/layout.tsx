import type { LoaderFunctionArgs } from "@remix-run/node";
import {
  type ShouldRevalidateFunction,
  useLoaderData,
  useMatches,
  useOutlet,
} from "@remix-run/react";
import { useEffect, useState } from "react";
import { isDialogOpen } from "#app/ui/kit/page-dialog.ts";
import { useDialogReturn } from "#app/ui/kit/use-dialog-return.ts";
import { useReviewReturn } from "#app/ui/dashboard/use-review-return.ts";
import { useLiveChanges } from "#app/ui/live/use-live-changes.ts";
import { shouldRevalidate as baseShouldRevalidate } from "#app/ui/navigation/should-revalidate.ts";
import { PageDialog } from "#app/ui/shell/dialog.tsx";
import { requireViewer } from "#app/server/session.server.ts";
import { isForDocument } from "#app/server/shell/document.server.ts";
import { loadDashboard } from "./layout.server.ts";

const firstPage = "/dashboard";

/** The part of the list. Set for `shouldRevalidate`, which runs outside React. */
let shownList = firstPage;

/**
 * Loads the dashboard when it is missing or its URL asks for another part of the list. A dialog's URL does not contain the part
 * of the list below it, so lists beyond the first page wait until it closes.
 */
export const shouldRevalidate: ShouldRevalidateFunction = (args) => {
  const { currentUrl, nextUrl, formMethod } = args;
  const isMissing = currentUrl.pathname !== "/dashboard" && !isDialogOpen();
  if (nextUrl.pathname === "/dashboard") {
    const isOtherPart = !formMethod && partOf(nextUrl) !== partOf(new URL(shownList, nextUrl));
    return isMissing || isOtherPart || baseShouldRevalidate(args);
  }
  const isFurtherPart = !isMissing && !formMethod && shownList !== firstPage;
  return isFurtherPart ? false : baseShouldRevalidate(args);
};

/** Returns no dashboard when one of its dialogs is requested as a page. */
export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args);
  const isDashboard = new URL(args.request.url).pathname === "/dashboard";
  const { revision } = viewer;
  if (!isDashboard && isForDocument(args.request)) return { revision, dashboard: null };
  return { revision, dashboard: await loadDashboard(args, viewer) };
}

/** Opens the pages nested in this layout (app/routes.ts) as dialogs, or as pages without JavaScript. */
export default function DashboardLayout() {
  const { revision, dashboard } = useLoaderData<typeof loader>();
  useLiveChanges(revision);
  useShownList(dashboard?.shownUrl ?? firstPage);
  const page = useOutlet();
  const isDashboard = useMatches().at(-1)?.id === "routes/dashboard/dashboard";
  // Stays mounted below a dialog to keep its focus, typed text and scroll position.
  const [keptDashboard, setKeptDashboard] = useState(isDashboard ? page : null);
  if (isDashboard && !keptDashboard) setKeptDashboard(page);
  const { onClose, dialogKey } = useReviewReturn(useDialogReturn(isDashboard));
  if (!keptDashboard) return page;
  return (
    <>
      {keptDashboard}
      {!isDashboard && (
        <PageDialog key={dialogKey} onClose={onClose}>
          {page}
        </PageDialog>
      )}
    </>
  );
}

function partOf({ searchParams }: URL): string {
  return [searchParams.get("after") ?? "", searchParams.get("pages") ?? "1"].join(" ");
}

function useShownList(url: string): void {
  useEffect(() => {
    shownList = url;
    return () => void (shownList = firstPage);
  }, [url]);
}
