import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AppShell } from "#app/components/layout/app-shell.tsx";
import { PreferencesMenu } from "#app/components/preferences/preferences-menu.tsx";
import { isOwner } from "#app/domain/accounts/owner/owner.server.ts";
import { requireViewer } from "#app/web/session.server.ts";
import { database } from "#db/connection.server.ts";

export { shouldRevalidate } from "#app/client/navigation/should-revalidate.ts";
export { getOnly as action } from "#app/web/http-errors.server.ts";

export const meta: MetaFunction = () => [{ title: "Preferences · Mila" }];

export async function loader(args: LoaderFunctionArgs) {
  const { userId } = await requireViewer(args);
  return { isOwner: await isOwner(database(), userId) };
}

export default function Preferences() {
  const { isOwner: isInstanceOwner } = useLoaderData<typeof loader>();
  return (
    <AppShell>
      <div className="form-page">
        <h1 className="page-title">Preferences</h1>
        <PreferencesMenu isOwner={isInstanceOwner} />
      </div>
    </AppShell>
  );
}
