import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { AppShell } from "#app/components/layout/app-shell.tsx";
import { PreferencesMenu } from "#app/components/preferences/preferences-menu.tsx";
import { requireViewer } from "#app/web/session.server.ts";

export { shouldRevalidate } from "#app/client/navigation/should-revalidate.ts";
export { getOnly as action } from "#app/web/http-errors.server.ts";

export const meta: MetaFunction = () => [{ title: "Preferences · Mila" }];

export async function loader(args: LoaderFunctionArgs) {
  await requireViewer(args);
  return null;
}

export default function Preferences() {
  return (
    <AppShell>
      <div className="form-page">
        <h1 className="page-title">Preferences</h1>
        <PreferencesMenu />
      </div>
    </AppShell>
  );
}
