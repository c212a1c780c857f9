import type { ActionFunctionArgs, AppLoadContext } from "@remix-run/node";
import type { Kysely } from "kysely";
import { startSession } from "#app/domain/accounts/sessions/session.server.ts";
import type { Database } from "#db/schema.ts";
import { cookieValue } from "../product/cookie.ts";

const context: AppLoadContext = {
  requestId: "test",
  asksForData: false,
  mayHaveProxy: false,
  answersByStatus: new Map(),
  nonce: "test",
  ipAddress: "127.0.0.1",
  userAgent: "",
  logInfo: () => undefined,
  logError: (error) => console.error(error),
  onClose: () => undefined,
  onRendered: (end) => end(),
  endRendering: () => undefined,
};

export async function routeArgs(
  db: Kysely<Database>,
  {
    path,
    userId,
    params = {},
    fields,
    json,
  }: {
    path: string;
    userId?: string;
    params?: Record<string, string>;
    fields?: Record<string, string>;
    json?: unknown;
  },
): Promise<ActionFunctionArgs> {
  const headers = new Headers();
  if (userId) headers.set("Cookie", `mila_session=${cookieValue(await startSession(db, userId))}`);
  const text = typeof json === "string" ? json : JSON.stringify(json);
  const body = fields ? new URLSearchParams(fields) : text;
  const init = body ? { method: "POST", body } : {};
  return {
    request: new Request(`http://localhost${path}`, { headers, ...init }),
    params,
    context: { ...context },
  };
}
