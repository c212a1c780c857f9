import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { nowIso } from "#app/domain/core/time.ts";
import { listSuggestions } from "#app/domain/lists/bought.server.ts";
import { listItems } from "#app/domain/lists/items.server.ts";
import { findList } from "#app/domain/lists/lists.server.ts";
import { noLongerThere } from "#app/server/http-errors.server.ts";
import { withTypedValues } from "#app/server/form.server.ts";
import { requireViewer } from "#app/server/session.server.ts";
import { useLiveChanges } from "#app/ui/live/use-live-changes.ts";
import { AddItems, type Refused } from "#app/ui/lists/add-items.tsx";
import { ItemList } from "#app/ui/lists/item-list.tsx";
import { ItemNews } from "#app/ui/lists/item-news.tsx";
import { Suggestions } from "#app/ui/lists/suggestions.tsx";
import { Toasts } from "#app/ui/live/toast.tsx";
import { OfflineNote } from "#app/ui/offline/offline-note.tsx";
import { addActions, itemActions } from "#app/ui/offline/list-actions.ts";
import { usePreloadedActions } from "#app/ui/saving/preloaded-actions.ts";
import { AppShell } from "#app/ui/shell/app-shell.tsx";
import { BackLink } from "#app/ui/shell/back-link.tsx";
import { ButtonForm, useButtonForms } from "#app/ui/shell/page-form.tsx";
import { RefreshLink } from "#app/ui/shell/refresh-link.tsx";
import { pageTitle } from "#app/ui/shell/page-title.ts";
import { database } from "#db/connection.server.ts";

export { getOnly as action } from "#app/server/http-errors.server.ts";
export { shouldRevalidate } from "#app/ui/navigation/should-revalidate.ts";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? pageTitle(data.list.name, "Lists") : "Lists · Mila" },
];

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args);
  const list = (await findList(database(), viewer, args.params.id ?? "")) ?? noLongerThere();
  const seenAt = nowIso();
  return {
    list,
    seenAt,
    items: await listItems(database(), viewer, list.id),
    suggestions: await listSuggestions(database(), viewer, list.id),
    revision: viewer.revision,
    kept: await withTypedValues(viewer, args.request, { text: "" }),
    isAdding: new URL(args.request.url).searchParams.has("added"),
  };
}

export default function ListPage() {
  const { list, items, suggestions, revision, ...shown } = useLoaderData<typeof loader>();
  const refused = useActionData<Refused>() ?? shown.kept;
  const buttons = useButtonForms();
  useLiveChanges(revision);
  usePreloadedActions(itemActions);
  usePreloadedActions(addActions);
  const page = `/lists/${list.id}`;
  return (
    <AppShell>
      <div className="form-page">
        <Toasts toast={buttons.failure} />
        <BackLink to="/lists">Lists</BackLink>
        <h1 className="page-title" dir="auto">
          {list.name}
        </h1>
        <OfflineNote />
        <AddItems
          action={`${page}/items`}
          label="Add to the list"
          button="button-primary"
          placeholder="Milk, eggs and bread"
          refused={refused}
          suggestions={suggestions}
          hasFocus={shown.isAdding}
          seenAt={shown.seenAt}
        />
        <ItemNews items={items} />
        <ItemList page={page} items={items} />
        <Suggestions page={page} names={suggestions} />
        {!list.isShopping && (
          <div className="row-actions mt-4">
            <Link to={`${page}/rename`} className="row-button">
              Rename list
            </Link>
            <ButtonForm action={`${page}/delete`}>
              <button type="submit" className="row-button">
                Delete list
              </button>
            </ButtonForm>
          </div>
        )}
        <RefreshLink to={page} />
      </div>
    </AppShell>
  );
}
