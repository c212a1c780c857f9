import routes from "#app/routes.ts";
import type { Planted } from "./plant.ts";
import { accountRoutes } from "./routes/accounts.ts";
import { callRoutes } from "./routes/calls.ts";
import { familyRoutes } from "./routes/family.ts";
import { preferenceRoutes } from "./routes/preferences.ts";
import type { RouteRow } from "./routes/row.ts";
import { taskRoutes } from "./routes/tasks.ts";

/** Every URL of the product and what may be asked of it. One with ":id" is about a record. */
export const routeTable: Record<string, RouteRow> = {
  ...accountRoutes,
  ...taskRoutes,
  ...familyRoutes,
  ...preferenceRoutes,
  ...callRoutes,
};

/** The paths of app/routes.ts, each with the file behind it. */
export function pathsInRoutes(): { path: string; file: string }[] {
  // A layout has no path of its own.
  const pages = routes.flatMap((route) => route.children ?? [route]);
  return pages.map(({ path = "", file }) => ({ path: `/${path}`, file }));
}

/** Routes with a row, as tests take them. */
export const everyRoute = Object.entries(routeTable).map(([path, { about = "task", ...row }]) => ({
  path,
  about,
  ...row,
}));

/** Those that write, each with fields that work. */
export const everyWritingRoute = everyRoute.flatMap((route) =>
  route.fields ? [{ ...route, fields: route.fields }] : [],
);

/** The form's fields for what was planted. */
export function fieldsOf(fields: Record<string, string>, planted: Planted): Record<string, string> {
  const filled = (value: string) => (value.startsWith(":") ? (planted[value.slice(1)] ?? value) : value);
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, filled(value)]));
}

/** The address of the route for what was planted; an id that was not (":rid") is the record's own. */
export function addressOf(path: string, planted: Planted): string {
  return path.replaceAll(/:(\w+)/g, (_, name: string) => planted[name] ?? planted.id).replace("*", "no-such-page");
}
