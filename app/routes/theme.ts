import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { themeChoice } from "#app/domain/preferences/input.ts";
import { readForm } from "#app/web/form.server.ts";
import { badRequest } from "#app/web/http-errors.server.ts";
import { safeRedirectTo } from "#app/web/redirect-to.server.ts";
import { serializeTheme } from "#app/web/shell/theme.server.ts";

export { default, loader } from "./not-found.tsx";

export async function action({ request }: ActionFunctionArgs) {
  const submission = await readForm(request, themeChoice);
  if (submission.status !== "success") badRequest();
  const { theme, redirectTo } = submission.value;
  const headers = { "Set-Cookie": await serializeTheme(theme) };
  return redirect(safeRedirectTo(redirectTo), { status: 303, headers });
}
