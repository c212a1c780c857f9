import type { LoaderFunctionArgs } from "@remix-run/node";
import { type ShouldRevalidateFunction, useLoaderData, useMatches, useOutlet } from "@remix-run/react";
import { useEffect, useState } from "react";
import { isDialogOpen } from "#app/client/dialog/page-dialog.ts";
import { useDialogReturn } from "#app/client/dialog/use-dialog-return.ts";
import { useReviewReturn } from "#app/client/dialog/use-review-return.ts";
import { useLiveChanges } from "#app/client/live/use-live-changes.ts";
import { shouldRevalidate as baseShouldRevalidate } from "#app/client/navigation/should-revalidate.ts";
import { PageDialog } from "#app/components/ui/dialog.tsx";
import { requireViewer } from "#app/web/session.server.ts";
import { isForDocument } from "#app/web/shell/document.server.ts";
import { loadDashboard } from "./layout.server.ts";

/** Set for `shouldRevalidate`, which runs outside React. */
let shownPages = 1;

/**
 * Loads the dashboard when it is missing or its URL asks for another length. A dialog's URL does not contain the length
 * of the list below it, so long lists wait until it closes.
 */
export const shouldRevalidate: ShouldRevalidateFunction = (args) => {
  const { currentUrl, nextUrl, formMethod } = args;
  const isMissing = currentUrl.pathname !== "/dashboard" && !isDialogOpen();
  if (nextUrl.pathname === "/dashboard") {
    const hasOtherLength = !formMethod && Number(nextUrl.searchParams.get("pages") ?? 1) !== shownPages;
    return isMissing || hasOtherLength || baseShouldRevalidate(args);
  }
  const isLongList = !isMissing && !formMethod && shownPages > 1;
  return isLongList ? false : baseShouldRevalidate(args);
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
  useShownPages(dashboard?.pages ?? 1);
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

function useShownPages(pages: number): void {
  useEffect(() => {
    shownPages = pages;
    return () => void (shownPages = 1);
  }, [pages]);
}
