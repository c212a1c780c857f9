import { readFileSync } from "node:fs";
import { everyRoute, pathsInRoutes } from "../security/households/every-route.ts";

const inputs = import.meta.glob<Record<string, unknown>>("../../../app/domain/**/*input.ts");

export type AttackedRoute = (typeof everyRoute)[number];

/** Every route that accepts a POST. The access matrix knows how to reach a record of each. */
export const attackedRoutes: AttackedRoute[] = everyRoute.filter(
  ({ who, fields }) => fields !== undefined || who === "caller" || who === "provider",
);

/** Read as text, because importing every page takes seconds. */
export function pathsWithAction(): string[] {
  const action =
    /^export (async function|const|function) action\b|^export \{[^}]*\baction\b[^}]*\}/m;
  return pathsInRoutes().flatMap(({ path, file }) => {
    const text = readFileSync(`app/${file}`, "utf8");
    return action.test(text) && !text.includes("getOnly as action") && path !== "/*" ? [path] : [];
  });
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
