import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { themeChoice } from "#app/domain/preferences/input.ts";
import { requireForm } from "#app/server/form.server.ts";
import { safeRedirectTo } from "#app/server/redirect-to.server.ts";
import { serializeTheme } from "#app/server/shell/theme.server.ts";

export { default, loader } from "./not-found.tsx";

export async function action({ request }: ActionFunctionArgs) {
  const { theme, redirectTo } = await requireForm(request, themeChoice);
  const headers = { "Set-Cookie": await serializeTheme(theme) };
  return redirect(safeRedirectTo(redirectTo), { status: 303, headers });
}
