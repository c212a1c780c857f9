import { getOnly } from "#app/web/http-errors.server.ts";
import { everyRoute, pathsInRoutes } from "../security/every-route.ts";

interface RouteModule {
  action?: unknown;
}

const modules = import.meta.glob<RouteModule>("../../../app/routes/**/*");
const inputs = import.meta.glob<Record<string, unknown>>("../../../app/domain/**/*input.ts");

export type AttackedRoute = (typeof everyRoute)[number];

/** Every route that accepts a POST. The access matrix knows how to reach a record of each. */
export const attackedRoutes: AttackedRoute[] = everyRoute.filter(
  ({ who, fields }) => fields !== undefined || who === "caller" || who === "provider",
);

/** Paths of app/routes.ts whose module has an action of its own. */
export async function pathsWithAction(): Promise<string[]> {
  const found = await Promise.all(
    pathsInRoutes().map(async ({ path, file }) => {
      const module = await modules[`../../../app/${file}`]?.();
      return module?.action && module.action !== getOnly && path !== "/*" ? [path] : [];
    }),
  );
  return found.flat();
}

export interface Schema {
  name: string;
  fields: string[];
}

/** The schemas that forms and calls are read with. */
export async function findSchemas(): Promise<Schema[]> {
  const files = await Promise.all(Object.values(inputs).map((load) => load()));
  return files.flatMap((file) =>
    Object.entries(file).map(([name, value]) => ({ name, fields: [...new Set(fieldsOf(value))] })),
  );
}

function fieldsOf(schema: unknown): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  const { shape, options } = schema as { shape?: object; options?: unknown };
  if (Array.isArray(options)) return options.flatMap(fieldsOf);
  return typeof shape === "object" ? Object.keys(shape) : [];
}
