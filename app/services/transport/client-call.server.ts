import type { BeforeData } from "../sending.ts";
import { call, type Call, type CallResult } from "./http-call.server.ts";

export type Send = (
  request: Omit<Call, "timeoutMs">,
) => Promise<Extract<CallResult, { type: "answered" }>>;

/**
 * Lets a client make one request. Unlike the client's errors, the result distinguishes a refusal
 * from a lost answer.
 * @param beforeData called before the request's data is sent; an error stops it
 * @throws the client's error when it sent nothing
 */
export async function callWithClient(
  timeoutMs: number,
  request: (send: Send) => Promise<unknown>,
  beforeData?: BeforeData,
): Promise<CallResult> {
  let sending: Promise<CallResult> | undefined;
  const send: Send = async (content) => {
    if (sending) throw new Error("A provider's client made a second request");
    sending = call({ ...content, timeoutMs, ...(beforeData && { beforeData }) });
    const result = await sending;
    if (result.type !== "answered") throw new Error(`The request ended as ${result.type}`);
    return result;
  };
  try {
    await request(send);
  } catch (error) {
    if (!sending) throw error;
  }
  if (!sending) throw new Error("A provider's client made no request");
  return sending;
}
