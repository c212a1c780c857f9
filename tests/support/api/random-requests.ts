import { hostileValues } from "./hostile-json.ts";

export type Random = () => number;

/** Numbers in [0, 1) that a seed repeats (mulberry32). */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export const pick = <Value>(random: Random, values: readonly Value[]): Value =>
  values[Math.floor(random() * values.length)]!;

type Schema = Record<string, any>;

interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  required?: boolean;
  schema: Schema;
}

export interface Described {
  path: string;
  method: string;
  operationId: string;
  parameters: Parameter[];
  body: Schema | undefined;
}

export function listDescribed(api: { paths: Record<string, Record<string, any>> }): Described[] {
  return Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, one]) => ({
      path,
      method,
      operationId: one.operationId as string,
      parameters: one.parameters as Parameter[],
      body: one.requestBody?.content["application/json"].schema as Schema | undefined,
    })),
  );
}

export interface RandomRequest {
  address: string;
  method: string;
  headers: Record<string, string>;
  body: string | undefined;
}

/** Ids of existing records by the first part of their addresses, so that many requests find one. */
export type KnownIds = Map<string, string[]>;

export function randomRequest(
  random: Random,
  { path, method, parameters, body }: Described,
  ids: KnownIds,
): RandomRequest {
  const kind = path.split("/")[1] ?? "";
  const nameOf = (name: string) => (name === "id" ? kind : name);
  const valueOf = (name: string, schema: Schema) =>
    String(randomValue(random, schema, { name: nameOf(name), ids }));
  let address = path;
  const query = new URLSearchParams();
  const headers: Record<string, string> = {};
  for (const { name, in: place, schema } of parameters) {
    if (place === "path")
      address = address.replace(
        `{${name}}`,
        encodeURIComponent(valueOf(name, schema).toWellFormed()) || "x",
      );
    if (place === "query" && random() < 0.3) query.set(name, valueOf(name, schema));
    if (place === "header" && random() < 0.1)
      headers[name] = pick(random, ['"x"', "*", "k1", "k2"]);
  }
  if (random() < 0.03) query.set("color", "red");
  const search = query.size > 0 ? `?${query}` : "";
  if (body) headers["Content-Type"] = random() < 0.97 ? "application/json" : "text/plain";
  return {
    address: address + search,
    method: method.toUpperCase(),
    headers,
    body:
      body &&
      (random() < 0.97 ? JSON.stringify(randomValue(random, body, { name: "", ids })) : '{"a":'),
  };
}

interface Field {
  name: string;
  ids: KnownIds;
}

/** Mostly what the schema allows. */
function randomValue(random: Random, schema: Schema, field: Field): unknown {
  if (random() < 0.04) return pick(random, hostileValues);
  if (schema.anyOf) return randomValue(random, pick(random, schema.anyOf as Schema[]), field);
  if (schema.enum) return pick(random, schema.enum as unknown[]);
  if (schema.type === "object") return randomObject(random, schema, field);
  if (schema.type === "array")
    return Array.from({ length: Math.floor(random() * 4) }, () =>
      randomValue(random, schema.items as Schema, field),
    );
  if (schema.type === "boolean") return random() < 0.5;
  if (schema.type === "null") return null;
  if (schema.type === "integer" || schema.type === "number") return Math.floor(random() * 250) - 10;
  return randomText(random, schema, field);
}

function randomText(random: Random, schema: Schema, field: Field): unknown {
  if (schema.maxLength === 64 && random() < 0.9) return randomId(random, field);
  if (field.name === "rule") return pick(random, rules);
  if (schema.format === "date") return pick(random, ["2031-01-05", "2031-02-30", "0001-01-01"]);
  if (schema.format === "date-time")
    return pick(random, [
      new Date().toISOString(),
      "2031-01-05T10:00:00+02:00",
      "2020-01-01T00:00:00Z",
    ]);
  return pick(random, [...texts, ...((schema.examples ?? []) as string[])]);
}

/** Mostly of the kind that the field takes. */
function randomId(random: Random, { name, ids }: Field): string {
  const kind =
    name === "task_id" ? "tasks" : /^(person|assignee|about)/.test(name) ? "people" : name;
  const known = (random() < 0.9 && ids.get(kind)) || [...ids.values()].flat();
  return pick(random, known) ?? "none";
}

const rules = [
  "FREQ=WEEKLY;BYDAY=TU",
  "FREQ=DAILY;COUNT=3",
  "FREQ=HOURLY",
  "RRULE:FREQ=MONTHLY",
  "x",
];

function randomObject(random: Random, schema: Schema, { ids }: Field): object {
  const required = (schema.required ?? []) as string[];
  const names = Object.keys(schema.properties as Schema).filter(
    (name) => random() < (required.includes(name) ? 0.97 : 0.5),
  );
  const fields = names.map((name) => [
    name,
    randomValue(random, (schema.properties as Record<string, Schema>)[name]!, { name, ids }),
  ]);
  if (random() < 0.03) fields.push(["household_id", "x"]);
  return Object.fromEntries(fields) as object;
}

const texts = [
  "Dentist",
  "pick up Emma at 3 tomorrow",
  "water plants every tuesday 7pm",
  "buy milk and eggs",
  "trash is done",
  "undo",
  "where is the dentist?",
  "anyone",
  "2031-01-05",
  "2031-01-05T15:00",
  "2031-03-09T02:30",
  "America/New_York",
  "Europe/Berlin",
];
