/** Takes the place of an argument, or of one of its fields, while a query is compiled. */
interface Placeholder {
  [source]: { path: readonly PropertyKey[]; isJson: boolean };
}

const source = Symbol("source");

export function isPlaceholder(value: unknown): value is Placeholder {
  return typeof value === "object" && value !== null && source in value;
}

export function createPlaceholders<Args extends unknown[]>(count: number): Args {
  return Array.from({ length: count }, (_, index) => createPlaceholder([index])) as Args;
}

/** Returns the value to bind for the placeholder. */
export function resolvePlaceholder(
  args: readonly unknown[],
  { [source]: { path, isJson } }: Placeholder,
): unknown {
  let value: unknown = args;
  for (const name of path) value = (value as Record<PropertyKey, unknown>)[name];
  return isJson ? JSON.stringify(value) : value;
}

/** `JSON.stringify` that also accepts placeholders. */
export function toJson(value: unknown): string {
  if (!isPlaceholder(value)) return JSON.stringify(value);
  return createPlaceholder(value[source].path, true) as never;
}

/** Kysely reads these to tell an expression from a value. */
const readByKysely = new Set<PropertyKey>(["toOperationNode", "expressionType"]);

function createPlaceholder(path: readonly PropertyKey[], isJson = false): Placeholder {
  return new Proxy<Placeholder>(
    { [source]: { path, isJson } },
    {
      get(target, name) {
        if (name === source) return target[source];
        if (readByKysely.has(name)) return undefined;
        if (typeof name === "symbol" || /^to[A-Z]|^valueOf$|^length$/.test(name))
          throw new TypeError("A query that is compiled once cannot look at its values");
        return createPlaceholder([...path, name]);
      },
    },
  );
}
