import type { z } from "#app/domain/core/zod.ts";
import { TooManyChanges } from "#app/server/fair-use/changes.server.ts";
import { getViewer, type SignedIn } from "#app/server/session.server.ts";

const httpStatus = {
  not_json: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  invalid: 422,
  too_many: 429,
  provider: 502,
} as const;

type ErrorCode = keyof typeof httpStatus;

export function apiError(
  code: ErrorCode,
  message: string,
  fields?: Record<string, string[] | undefined>,
): Response {
  return Response.json(
    { error: { code, message, ...(fields && { fields }) } },
    { status: httpStatus[code] },
  );
}

/** @throws a 401 response without a session, a 429 if the account changes too much */
export async function requireCaller(args: Parameters<typeof getViewer>[0]): Promise<SignedIn> {
  const viewer = await getViewer(args).catch((error: unknown) => {
    throw error instanceof TooManyChanges ? apiError("too_many", error.message) : error;
  });
  if (!viewer) throw apiError("unauthorized", "Please sign in first.");
  return viewer;
}

const invalidBody = "A field in the request body is missing or invalid.";

/** @throws a 400 response for invalid JSON, a 422 if the body does not match the schema */
export async function readBody<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
): Promise<z.output<Schema>> {
  const body: unknown = await request.json().catch(() => {
    throw apiError("not_json", "The request body is not valid JSON.");
  });
  // Zod's own messages are for programmers.
  const result = schema.safeParse(body, { error: () => invalidBody });
  if (result.success) return result.data;
  const fields: Record<string, string[]> = {};
  for (const { path, message } of result.error.issues)
    (fields[path.join(".")] ??= []).push(message);
  throw apiError("invalid", result.error.issues[0]?.message ?? invalidBody, fields);
}
