import routes from "#app/routes.ts";
import type { InsertedRecord } from "./insert-record.ts";
import { accountRoutes } from "./routes/accounts.ts";
import { callRoutes } from "./routes/calls.ts";
import { familyRoutes } from "./routes/family.ts";
import { listRoutes } from "./routes/lists.ts";
import { mailRoutes } from "./routes/mail.ts";
import { preferenceRoutes } from "./routes/preferences.ts";
import type { RouteRow } from "./routes/row.ts";
import { taskRoutes } from "./routes/tasks.ts";

/** Every URL with its methods. One with ":id" is about a record. */
export const routeTable: Record<string, RouteRow> = {
  ...accountRoutes,
  ...taskRoutes,
  ...familyRoutes,
  ...listRoutes,
  ...mailRoutes,
  ...preferenceRoutes,
  ...callRoutes,
};

/** The paths of app/routes.ts with their files. */
export function pathsInRoutes(): { path: string; file: string }[] {
  // A layout has no path.
  const pages = routes.flatMap((route) => route.children ?? [route]);
  return pages.map(({ path = "", file }) => ({ path: `/${path}`, file }));
}

export const everyRoute = Object.entries(routeTable).map(([path, { about = "task", ...row }]) => ({
  path,
  about,
  ...row,
}));

export const everyWritingRoute = everyRoute.flatMap((route) =>
  route.fields ? [{ ...route, fields: route.fields }] : [],
);

export function fieldsOf(
  fields: Record<string, string>,
  inserted: InsertedRecord,
): Record<string, string> {
  const filled = (value: string) =>
    value.replace(/^:(\w+)/, (whole, name: string) => inserted[name] ?? whole);
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, filled(value)]));
}

/** The route's address for an inserted record; ":rid" is the record's own id. */
export function addressOf(path: string, inserted: InsertedRecord): string {
  return path
    .replaceAll(/:(\w+)/g, (_, name: string) => inserted[name] ?? inserted.id)
    .replace("*", "no-such-page");
}
