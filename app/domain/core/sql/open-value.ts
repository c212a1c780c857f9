/** Stands for a value, or a field of one, while a query is compiled. */
interface OpenValue {
  [place]: { path: readonly PropertyKey[]; isJson: boolean };
}

const place = Symbol("place");

export function isOpen(value: unknown): value is OpenValue {
  return typeof value === "object" && value !== null && place in value;
}

export function openArguments<Args extends unknown[]>(count: number): Args {
  return Array.from({ length: count }, (_, index) => openValue([index])) as Args;
}

export function valueIn(args: readonly unknown[], { [place]: { path, isJson } }: OpenValue): unknown {
  let value: unknown = args;
  for (const name of path) value = (value as Record<PropertyKey, unknown>)[name];
  return isJson ? JSON.stringify(value) : value;
}

/** `JSON.stringify` for the values of queries. */
export function toJson(value: unknown): string {
  if (!isOpen(value)) return JSON.stringify(value);
  return openValue(value[place].path, true) as never;
}

/** Kysely asks a value whether it is an expression. */
const askedByKysely = new Set<PropertyKey>(["toOperationNode", "expressionType"]);

function openValue(path: readonly PropertyKey[], isJson = false): OpenValue {
  return new Proxy<OpenValue>(
    { [place]: { path, isJson } },
    {
      get(target, name) {
        if (name === place) return target[place];
        if (askedByKysely.has(name)) return undefined;
        if (typeof name === "symbol" || /^to[A-Z]|^valueOf$|^length$/.test(name))
          throw new TypeError("A query that is compiled once cannot look at its values");
        return openValue([...path, name]);
      },
    },
  );
}
