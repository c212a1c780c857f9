import type { ServerClient } from "postmark";
import type { Mailbox } from "../email-address.ts";
import type { BeforeData } from "../sending.ts";
import { callWithClient, type Send } from "../transport/client-call.server.ts";
import { toFetch } from "../transport/client-fetch.server.ts";
import { type Call, type CallResult, isTransient } from "../transport/http-call.server.ts";
import { retryUntilAccepted } from "../transport/retry-until-accepted.ts";

export interface PostmarkServer {
  token: string;
  from: Mailbox;
  baseUrl: string;
}

type ClientRequest = (client: ServerClient) => Promise<unknown>;

export function postToPostmark(
  server: PostmarkServer,
  request: ClientRequest,
  {
    beforeData,
    mayRepeat,
  }: { beforeData: BeforeData; mayRepeat: (result: CallResult) => Promise<boolean> },
): Promise<CallResult> {
  return retryUntilAccepted(
    (timeoutMs) => callPostmark(server, request, { timeoutMs, beforeData }),
    mayRepeat,
  );
}

/**
 * Retries more than sending does, because a query is safe to repeat. Returns undefined if no answer
 * comes.
 */
export async function queryPostmark(
  server: PostmarkServer,
  request: ClientRequest,
): Promise<unknown> {
  const result = await retryUntilAccepted(
    (timeoutMs) => callPostmark(server, request, { timeoutMs }),
    isTransient,
  );
  return result.type === "answered" && result.status === 200 ? result.body : undefined;
}

function callPostmark(
  server: PostmarkServer,
  request: ClientRequest,
  { timeoutMs, beforeData }: Pick<Call, "timeoutMs" | "beforeData">,
): Promise<CallResult> {
  return callWithClient(
    timeoutMs,
    async (send) => request(await newClient(send, server)),
    beforeData,
  );
}

async function newClient(send: Send, { token, baseUrl }: PostmarkServer): Promise<ServerClient> {
  const { ServerClient } = await import("postmark");
  const [scheme, requestHost] = baseUrl.split("://");
  return new ServerClient(token, {
    useHttps: scheme === "https",
    requestHost,
    fetch: toFetch(send),
  });
}
