import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { formatDate, nowIso } from "#app/domain/core/time.ts";
import { listDeletedLists } from "#app/domain/lists/lists.server.ts";
import { findDeletedPage } from "#app/domain/pages/recently-deleted.server.ts";
import { deletedPlace } from "#app/domain/tasks/input.ts";
import { requireViewer } from "#app/server/session.server.ts";
import { DeletedLists, DeletedTasks } from "#app/ui/tasks/deleted-tasks.tsx";
import { Toasts } from "#app/ui/live/toast.tsx";
import { useLiveChanges } from "#app/ui/live/use-live-changes.ts";
import { AppShell } from "#app/ui/shell/app-shell.tsx";
import { BackLink } from "#app/ui/shell/back-link.tsx";
import { ConfirmedButtonToast } from "#app/ui/shell/confirmed-button.tsx";
import { useButtonForms } from "#app/ui/shell/page-form.tsx";
import { database } from "#db/connection.server.ts";

export { shouldRevalidate } from "#app/ui/navigation/should-revalidate.ts";
export { getOnly as action } from "#app/server/http-errors.server.ts";

export const meta: MetaFunction = () => [{ title: "Recently deleted · Mila" }];

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args);
  const [db, now] = [database(), nowIso()];
  const before = deletedPlace.parse(new URL(args.request.url).searchParams.get("before"));
  const lists = before === null ? await listDeletedLists(db, viewer) : [];
  return {
    revision: viewer.revision,
    ...(await findDeletedPage(db, viewer, { before, now })),
    lists: lists.map(({ id, name, at }) => ({
      id,
      name,
      deletedOn: formatDate(at!, viewer.timeZone, now),
    })),
  };
}

export default function RecentlyDeleted() {
  const { revision, lists, ...deleted } = useLoaderData<typeof loader>();
  useLiveChanges(revision);
  const isEmpty = deleted.tasks.length === 0 && lists.length === 0;
  return (
    <AppShell>
      <div className="form-page">
        <BackLink to="/preferences">Preferences</BackLink>
        <Toasts toast={useButtonForms().failure} />
        <ConfirmedButtonToast />
        <h1 className="page-title">Recently deleted</h1>
        <p className="subject">A task or list is gone for good 30 days after it was deleted.</p>
        {isEmpty && <p className="empty">Nothing was deleted.</p>}
        <DeletedTasks {...deleted} />
        <DeletedLists lists={lists} />
      </div>
    </AppShell>
  );
}
