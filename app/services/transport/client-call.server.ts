import { call, type Call, type CallResult } from "./http-call.server.ts";

/** What a provider's client sends its request by; rejects where no answer came. */
export type Send = (request: Omit<Call, "timeoutMs">) => Promise<Extract<CallResult, { type: "answered" }>>;

/**
 * Has a provider's client make one request, and returns how it went by the transport: the client's own error does not
 * tell a refused connection from a lost answer. A second request, such as a retry of the client's own, is not sent.
 * @throws what stopped the client before it sent anything
 */
export async function callWithClient(
  timeoutMs: number,
  request: (send: Send) => Promise<unknown>,
): Promise<CallResult> {
  let sending: Promise<CallResult> | undefined;
  const send: Send = async (content) => {
    if (sending) throw new Error("A provider's client made a second request");
    sending = call({ ...content, timeoutMs });
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
