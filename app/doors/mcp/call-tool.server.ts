import { v7 as newId } from "uuid";
import { env } from "#app/config/env.server.ts";
import { allowInMemory } from "#app/domain/core/rate-limits/allow.server.ts";
import type { TokenBearer } from "#app/domain/tokens/find-token.server.ts";
import { database } from "#db/connection.server.ts";
import { mayDo, requireAccess } from "../api/bearer.server.ts";
import { check } from "../api/check.ts";
import { countApiChange, tooManyCalls } from "../api/limits.ts";
import { Problem } from "../api/problem.ts";
import { toProblem } from "../api/to-problem.server.ts";
import { markOf, type Tool } from "./tool.ts";
import { tools } from "./tools.ts";

/** Somebody whose assistant calls, and its request. */
export interface Caller {
  bearer: TokenBearer;
  /** Where people open Mila, without a trailing slash. */
  origin: string;
  /** The request's id in the log. */
  requestId: string;
  logInfo: (facts: object) => void;
}

export const listTools = (bearer: TokenBearer): Tool[] =>
  tools.filter(({ access }) => mayDo(bearer, access));

export const findTool = (name: string): Tool | undefined =>
  tools.find((tool) => tool.name === name);

/** Answers in words; an assistant reads a refusal as it reads an answer. */
export async function callTool(
  tool: Tool,
  given: unknown,
  { bearer, origin, requestId, logInfo }: Caller,
): Promise<{ text: string; isError: boolean }> {
  try {
    requireAccess(bearer, tool.access);
    if (tool.access !== "read") countChange(bearer);
    const call = {
      db: database(),
      bearer,
      viewer: { ...bearer, timeZone: bearer.timeZone ?? env.MILA_TIME_ZONE ?? "UTC" },
      requestId: `${markOf(bearer)}${newId()}`,
      origin,
      logInfo,
    };
    return { text: await tool.run(call, checkInput(tool, given)), isError: false };
  } catch (error) {
    return { text: describe(toProblem(error, requestId)), isError: true };
  }
}

function countChange(bearer: TokenBearer): void {
  if (!allowInMemory("changes", bearer.userId)) throw tooManyCalls("changes", bearer.userId);
  countApiChange(bearer);
}

/** Names the input's wrong fields; those of the API have other names. */
function checkInput({ input }: Tool, given: unknown): unknown {
  try {
    return check(input, given, "invalid");
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const errors = error.more.errors ?? [];
    const words = errors.map(({ field, message }) => (field ? `${field}: ${message}` : message));
    throw new Problem("invalid", words.join(" "));
  }
}

function describe({ message, more }: Problem): string {
  const wait = more.headers?.["Retry-After"];
  return wait === undefined ? message : `${message} Try again in ${wait} seconds.`;
}
