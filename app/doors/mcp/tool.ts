import { z } from "#app/domain/core/zod.ts";
import type { TokenBearer } from "#app/domain/tokens/find-token.server.ts";
import type { TokenAccess } from "#db/schema.ts";
import { check } from "../api/check.ts";
import type { Call, Operation } from "../api/operation.ts";

export interface ToolCall extends Omit<
  Call,
  "access" | "params" | "query" | "body" | "requireMatch"
> {
  bearer: TokenBearer;
}

export interface Tool {
  name: string;
  title: string;
  /** Tells an assistant when to use it, and what the answer says. */
  description: string;
  access: TokenAccess;
  input: z.ZodType;
  /** True if a second call with the same words changes nothing more. */
  isIdempotent?: boolean;
  /** True if it takes something away. */
  isDestructive?: boolean;
  /** Answers in plain words. @throws Problem */
  run: (call: ToolCall, input: unknown) => Promise<string>;
}

/** Types what `run` gets by the schema that checks the input. */
export function tool<Input extends z.ZodType>(
  described: Omit<Tool, "input" | "run"> & {
    input: Input;
    run: (call: ToolCall, input: z.output<Input>) => Promise<string>;
  },
): Tool {
  return described as Tool;
}

/** Begins the names of all changes of a token, so that it takes back only its own. */
export const markOf = ({ tokenId }: Pick<TokenBearer, "tokenId">) => `mcp ${tokenId} `;

interface Given {
  params?: object;
  query?: object;
  body?: object;
}

/**
 * Runs an operation of the API, with the same checks.
 * @param answer the schema of its answer
 * @throws Problem
 */
export async function runOperation<Answer extends z.ZodType>(
  operation: Operation,
  answer: Answer,
  { bearer, ...call }: ToolCall,
  { params = {}, query = {}, body = {} }: Given,
): Promise<z.output<Answer>> {
  const { body: answered } = await operation.run({
    ...call,
    access: bearer.access,
    params: check(operation.params, params, "not_found"),
    query: check(operation.query, query, "invalid"),
    body: check(operation.body, body, "invalid"),
    requireMatch: () => undefined,
  });
  return answer.parse(answered);
}
