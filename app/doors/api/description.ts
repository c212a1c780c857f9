import { z } from "#app/domain/core/zod.ts";
import { operations } from "./operations.ts";
import type { Operation } from "./operation.ts";
import { type ProblemCode, problemCodes, statusOf, titleOf } from "./problem.ts";
import { namedSchemas } from "./schemas.ts";

type Json = Record<string, unknown>;

let described: Json | undefined;

/** OpenAPI 3.1, made of the schemas that check the requests. */
export function describeApi(): Json {
  described ??= {
    openapi: "3.1.0",
    info: {
      title: "Mila",
      version: "1",
      description:
        "A family's tasks, lists and people. Nothing is renamed or removed within version 1.",
    },
    servers: [{ url: "/api/v1" }],
    security: [{ token: [] }],
    tags: [...new Set(operations.map(({ tag }) => tag))].map((name) => ({ name })),
    paths: describePaths(),
    components: {
      securitySchemes: {
        token: {
          type: "http",
          scheme: "bearer",
          description: "An access token, made under Preferences, Apps & Data.",
        },
      },
      schemas: { ...sharedSchemas(), Problem: problemSchema },
      responses: Object.fromEntries(problemCodes.map((code) => [code, describeProblem(code)])),
      headers: Object.fromEntries(
        Object.entries(headerWords).map(([name, description]) => [
          name,
          { description, schema: { type: "string" } },
        ]),
      ),
    },
  };
  return described;
}

const schemaPath = (id: string) => `#/components/schemas/${id}`;

const registry = z.registry<{ id: string }>();
for (const [id, schema] of Object.entries(namedSchemas)) registry.add(schema, { id });

function sharedSchemas(): Json {
  const { schemas } = z.toJSONSchema(registry, { uri: schemaPath, io: "output" });
  return Object.fromEntries(Object.entries(schemas).map(([id, schema]) => [id, tidy(schema)]));
}

const idOf = new Map<unknown, string>(
  Object.entries(namedSchemas).map(([id, schema]) => [schema, id]),
);

function schemaOf(schema: z.ZodType, io: "input" | "output"): Json {
  const id = idOf.get(schema);
  if (id !== undefined) return { $ref: schemaPath(id) };
  return tidy(
    z.toJSONSchema(schema, {
      io,
      unrepresentable: "any",
      override: ({ zodSchema, jsonSchema }) => {
        const shared = idOf.get(zodSchema);
        if (shared === undefined) return;
        for (const key of Object.keys(jsonSchema)) delete jsonSchema[key as never];
        jsonSchema.$ref = schemaPath(shared);
      },
    }),
  );
}

/** Removes keywords that OpenAPI implies, and patterns that only repeat a format. */
function tidy(schema: object): Json {
  const { $schema: _, $id: __, id: ___, ...rest } = withoutPatterns(schema) as Json;
  return rest;
}

function withoutPatterns(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutPatterns);
  if (typeof schema !== "object" || schema === null) return schema;
  const hasFormat = "format" in schema && "pattern" in schema;
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([name]) => !(hasFormat && name === "pattern"))
      .map(([name, value]) => [name, withoutPatterns(value)]),
  );
}

function describePaths(): Json {
  const byPath = Map.groupBy(operations, ({ path }) => path);
  return Object.fromEntries(
    [...byPath].map(([path, some]) => [
      path,
      Object.fromEntries(some.map((one) => [one.method, describeOperation(one)])),
    ]),
  );
}

function describeOperation(operation: Operation): Json {
  const { id, tag, summary, details, body, answers, access } = operation;
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: [details, `Needs a token that may ${accessWords[access]}.`]
      .filter(Boolean)
      .join(" "),
    parameters: parametersOf(operation),
    ...(body && {
      requestBody: {
        required: true,
        content: { "application/json": { schema: schemaOf(body, "input") } },
      },
    }),
    responses: {
      ...Object.fromEntries(
        Object.entries(answers).map(([status, answer]) => [
          status,
          {
            description: answer.description,
            headers: headersOf(answer.headers ?? []),
            ...(answer.schema && {
              content: { [contentType(operation)]: { schema: schemaOf(answer.schema, "output") } },
            }),
          },
        ]),
      ),
      ...problemsOf(operation),
    },
  };
}

const contentType = ({ id }: Operation) =>
  id === "followEvents" ? "text/event-stream" : "application/json";

const accessWords = {
  read: "see tasks",
  write: "change tasks",
  ask: "change tasks and ask others",
};

const headerWords: Record<string, string> = {
  ETag: "The state of what is answered, for `If-Match` and `If-None-Match`.",
  Location: "The address of what was made.",
  Link: "The next page (RFC 8288).",
  RateLimit: "How many calls are left, and for how many seconds.",
  "RateLimit-Policy": "How many calls are allowed in how many seconds.",
  "Idempotent-Replayed": "`true` if the same request was answered before.",
};

function headersOf(names: string[]): Json {
  return Object.fromEntries(
    [...names, "RateLimit", "RateLimit-Policy"].map((name) => [
      name,
      { $ref: `#/components/headers/${name}` },
    ]),
  );
}

function parametersOf({ method, params, query, isConditional }: Operation): Json[] {
  const header = (name: string, description: string) => ({
    name,
    in: "header",
    description,
    schema: { type: "string" },
  });
  return [
    ...parametersIn("path", params),
    ...parametersIn("query", query),
    ...(method === "post"
      ? [header("Idempotency-Key", "The request is done once, however often it comes in a day.")]
      : []),
    ...(isConditional
      ? [header("If-Match", "The `ETag` that was read. If it is another now: 412.")]
      : []),
  ];
}

function parametersIn(place: "path" | "query", schema: z.ZodType | undefined): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, "input") as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    ...(description !== undefined && { description }),
    schema: rest,
  }));
}

const problemSchema = {
  type: "object",
  description: "Problem details (RFC 9457).",
  properties: {
    type: { type: "string" },
    title: { type: "string" },
    status: { type: "integer" },
    code: { type: "string", enum: problemCodes },
    detail: { type: "string" },
    errors: {
      type: "array",
      items: {
        type: "object",
        properties: { field: { type: "string" }, message: { type: "string" } },
        required: ["field", "message"],
        additionalProperties: false,
      },
    },
    present: { type: "object", description: "What it is now, if it has changed since." },
  },
  required: ["type", "title", "status", "code", "detail"],
  additionalProperties: false,
};

const everywhere: ProblemCode[] = [
  "unauthorized",
  "forbidden",
  "too_many",
  "failed",
  "unavailable",
];

function problemsOf({ method, query, body, params, isConditional, problems }: Operation): Json {
  const codes = new Set<ProblemCode>([
    ...everywhere,
    ...(query || body || method === "post" ? (["bad_request"] as const) : []),
    ...(params ? (["not_found"] as const) : []),
    ...(body ? (["invalid", "too_large", "unsupported_type"] as const) : []),
    ...(method === "post" ? (["conflict", "invalid"] as const) : []),
    ...(isConditional ? (["changed"] as const) : []),
    ...problems,
  ]);
  return Object.fromEntries(
    [...codes]
      .toSorted((one, other) => statusOf(one) - statusOf(other))
      .map((code) => [statusOf(code), { $ref: `#/components/responses/${code}` }]),
  );
}

const describeProblem = (code: ProblemCode): Json => ({
  description: titleOf(code),
  content: { "application/problem+json": { schema: { $ref: schemaPath("Problem") } } },
});
