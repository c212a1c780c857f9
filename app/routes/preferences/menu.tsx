import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { AppShell } from "#app/ui/shell/app-shell.tsx";
import { PreferencesMenu } from "#app/ui/preferences/preferences-menu.tsx";
import { requireViewer } from "#app/server/session.server.ts";

export { shouldRevalidate } from "#app/ui/navigation/should-revalidate.ts";
export { getOnly as action } from "#app/server/http-errors.server.ts";

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
