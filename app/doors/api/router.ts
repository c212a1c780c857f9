import { operations } from "./operations.ts";
import type { Operation } from "./operation.ts";

interface Route {
  /** The parts of the path between its slashes; "{id}" stands for any. */
  parts: string[];
  operations: Map<string, Operation>;
}

const routes = [...Map.groupBy(operations, ({ path }) => path)].map(([path, some]): Route => ({
  parts: path.split("/"),
  operations: new Map(some.map((one) => [one.method, one])),
}));

export function findOperation(
  method: string,
  path: string,
): { operation: Operation; params: Record<string, string> } | null {
  const given = path.split("/");
  for (const { parts, operations: own } of routes) {
    const operation = own.get(method);
    if (operation && fits(parts, given)) return { operation, params: paramsOf(parts, given) };
  }
  return null;
}

/** Lists the methods of an address, in capitals. */
export function methodsAt(path: string): string[] {
  const given = path.split("/");
  const found = routes.filter(({ parts }) => fits(parts, given));
  return found.flatMap(({ operations: own }) => [...own.keys()].map((name) => name.toUpperCase()));
}

const isParam = (part: string) => part.startsWith("{");

const fits = (parts: string[], given: string[]) =>
  parts.length === given.length &&
  parts.every((part, at) => (isParam(part) ? given[at] !== "" : part === given[at]));

function paramsOf(parts: string[], given: string[]): Record<string, string> {
  const params: Record<string, string> = {};
  for (const [at, part] of parts.entries())
    if (isParam(part)) params[part.slice(1, -1)] = decode(given[at] ?? "");
  return params;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
