import type { Kysely } from "kysely";
import type { z } from "#app/domain/core/zod.ts";
import type { ZonedViewer } from "#app/domain/core/viewer.ts";
import type { Database, TokenAccess } from "#db/schema.ts";
import type { Encoded } from "./etag.ts";
import type { ProblemCode } from "./problem.ts";
import { inHousehold } from "#app/domain/people/household/in-household.server.ts";

export interface Call<Params = unknown, Query = unknown, Body = unknown> {
  db: Kysely<Database>;
  viewer: ZonedViewer;
  access: TokenAccess;
  params: Params;
  query: Query;
  body: Body;
  /** The same whenever the same request is sent again with its `Idempotency-Key`. */
  requestId: string;
  /** Where people open Mila, without a trailing slash. */
  origin: string;
  logInfo: (facts: object) => void;
  /** @throws Problem if the caller knows another state of it (`If-Match`) */
  requireMatch: (present: object) => void;
}

export interface Answer {
  status: number;
  /** Empty for 204. */
  body?: object;
  /** Stands in for a body that was encoded before. */
  encoded?: Encoded;
  headers?: Record<string, string>;
  /** True if events follow instead of a body. */
  isStream?: true;
}

type Method = "get" | "post" | "patch" | "delete";

export interface Operation {
  /** The name of the operation in clients that are generated from the description. */
  id: string;
  method: Method;
  /** "/tasks/{id}". */
  path: string;
  access: TokenAccess;
  tag: string;
  summary: string;
  details?: string;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /** The answers that are no problems. */
  answers: Record<number, { description: string; schema?: z.ZodType; headers?: string[] }>;
  /** The problems beside those that every operation has. */
  problems: ProblemCode[];
  /** True if `If-Match` counts: nothing else happens between its check and the change. */
  isConditional?: boolean;
  /** True if the answer changes only with the household's revision, and not with the caller. */
  isKept?: boolean;
  run: (call: Call) => Promise<Answer>;
}

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : Record<string, never>;

/** Types what `run` gets by the schemas that check the request. */
export function operation<
  Params extends z.ZodType | undefined = undefined,
  Query extends z.ZodType | undefined = undefined,
  Body extends z.ZodType | undefined = undefined,
>(
  described: Omit<Operation, "params" | "query" | "body" | "run"> & {
    params?: Params;
    query?: Query;
    body?: Body;
    run: (call: Call<Parsed<Params>, Parsed<Query>, Parsed<Body>>) => Promise<Answer>;
  },
): Operation {
  const { run, ...about } = described as Operation;
  if (!about.isConditional) return { ...about, run };
  return {
    ...about,
    run: (call) => inHousehold(call.db, call.viewer, (trx) => run({ ...call, db: trx })),
  };
}
