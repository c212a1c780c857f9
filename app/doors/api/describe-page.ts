import { operations } from "./operations.ts";
import { describeApi } from "./description.ts";
import { problemCodes, statusOf, titleOf } from "./problem.ts";

type Schema = Record<string, unknown>;

export interface DescribedField {
  name: string;
  /** "in the address", "in the query" or "in the body". */
  place: string;
  /** "text or null". */
  type: string;
  isRequired: boolean;
  words: string;
}

export interface DescribedOperation {
  id: string;
  method: string;
  path: string;
  summary: string;
  words: string;
  fields: DescribedField[];
  /** The name of the answer's schema. */
  answer: string | null;
}

export interface ApiPage {
  tags: { name: string; operations: DescribedOperation[] }[];
  things: { name: string; words: string; fields: Omit<DescribedField, "place">[] }[];
  problems: { code: string; status: number; title: string }[];
}

/** The description in the order in which people read it. */
export function describePage(): ApiPage {
  const { paths, components } = describeApi() as {
    paths: Record<string, Record<string, Schema>>;
    components: { schemas: Record<string, Schema> };
  };
  const byTag = Map.groupBy(operations, ({ tag }) => tag);
  return {
    tags: [...byTag].map(([name, some]) => ({
      name,
      operations: some.map(({ id, method, path, summary }) => {
        const described = paths[path]![method]!;
        return {
          id,
          method: method.toUpperCase(),
          path,
          summary,
          words: String(described.description ?? ""),
          fields: [...parametersOf(described), ...bodyOf(described)],
          answer: answerOf(described),
        };
      }),
    })),
    things: Object.entries(components.schemas).map(([name, schema]) => ({
      name,
      words: String(schema.description ?? ""),
      fields: fieldsOf(schema),
    })),
    problems: problemCodes.map((code) => ({ code, status: statusOf(code), title: titleOf(code) })),
  };
}

const places: Record<string, string> = { path: "in the address", query: "in the query" };

function parametersOf({ parameters }: Schema): DescribedField[] {
  return (parameters as (Schema & { schema: Schema })[]).flatMap(
    ({ name, in: place, required, description, schema }) =>
      place === "header"
        ? []
        : [
            {
              name: String(name),
              place: places[String(place)] ?? "",
              type: typeOf(schema),
              isRequired: required === true,
              words: String(description ?? ""),
            },
          ],
  );
}

function bodyOf({ requestBody }: Schema): DescribedField[] {
  const content = (requestBody as { content?: Record<string, { schema: Schema }> } | undefined)
    ?.content;
  const schema = content?.["application/json"]?.schema;
  return schema ? fieldsOf(schema).map((field) => ({ ...field, place: "in the body" })) : [];
}

/** Lists the fields of an object, or of each of several that are possible. */
function fieldsOf(schema: Schema): Omit<DescribedField, "place">[] {
  const ways = schema.anyOf as Schema[] | undefined;
  if (ways) return ways.flatMap(fieldsOf);
  const required = (schema.required ?? []) as string[];
  return Object.entries((schema.properties ?? {}) as Record<string, Schema>).map(
    ([name, field]) => ({
      name,
      type: typeOf(field),
      isRequired: required.includes(name) && field.default === undefined,
      words: String(field.description ?? ""),
    }),
  );
}

function answerOf({ responses }: Schema): string | null {
  const answers = Object.entries(responses as Record<string, Schema>);
  const [, good] = answers.find(([status]) => status.startsWith("2")) ?? [];
  const content = good?.content as Record<string, { schema: Schema }> | undefined;
  const reference = content?.["application/json"]?.schema.$ref;
  return typeof reference === "string" ? nameIn(reference) : null;
}

const nameIn = (reference: string) => reference.split("/").at(-1) ?? "";

const typeWords: Record<string, string> = {
  string: "text",
  integer: "number",
  number: "number",
  boolean: "true or false",
  null: "null",
  object: "object",
};

/** "text or null", "list of Task". */
function typeOf(schema: Schema): string {
  if (typeof schema.$ref === "string") return nameIn(schema.$ref);
  if (Array.isArray(schema.enum)) return schema.enum.join(", ");
  if (Array.isArray(schema.anyOf))
    return [...new Set((schema.anyOf as Schema[]).map(typeOf))].join(" or ");
  if (schema.type === "array") return `list of ${typeOf((schema.items ?? {}) as Schema)}`;
  if (schema.format === "date-time") return "instant";
  if (schema.format === "date") return "day";
  const types = [schema.type ?? "object"].flat() as string[];
  return types.map((type) => typeWords[type] ?? type).join(" or ");
}
