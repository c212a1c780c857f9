import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { AppShell } from "#app/components/app-shell.tsx";
import { PreferencesMenu } from "#app/components/preferences-menu.tsx";
import { requireViewer } from "#app/web/session.server.ts";

export { shouldRevalidate } from "#app/components/failed-save.ts";
export { getOnly as action } from "#app/web/not-allowed.server.ts";

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
