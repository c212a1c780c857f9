import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { type Behaviour, garbage, type Lie } from "./provider-behaviour.ts";
import { sendJson } from "./server.ts";

/** The formats of a provider. */
export interface ProviderManner {
  /** The status for an accepted message. */
  takenStatus: number;
  /** Accepts the message and returns the answer's body. */
  take: () => Record<string, unknown>;
  /** The error body for a status and reason, or for the provider's own code. */
  failure: (status: number, reason?: string) => unknown;
  refusal: (code: number) => { status: number; body: unknown };
  lie: (about: Lie, taken: Record<string, unknown>) => unknown;
}

/** Answers a valid message according to the behavior. */
export async function answerSending(
  response: ServerResponse,
  behaviour: Behaviour,
  manner: ProviderManner,
) {
  const { takenStatus, take } = manner;
  switch (behaviour.type) {
    case "helpful":
    case "undeliverable":
      return sendJson(response, takenStatus, take());
    case "slow": {
      const taken = take();
      await pause(behaviour.answerMs, undefined, { ref: false });
      return sendJson(response, takenStatus, taken);
    }
    case "slow_to_take":
      await pause(behaviour.takenMs, undefined, { ref: false });
      return sendJson(response, takenStatus, take());
    case "refusing": {
      const { status, body } = manner.refusal(behaviour.code);
      return sendJson(response, status, body);
    }
    case "garbled":
      take();
      return void response
        .writeHead(takenStatus, { "Content-Type": "application/json" })
        .end(garbage[behaviour.how]);
    case "lying": {
      const taken = take();
      return sendJson(response, takenStatus, manner.lie(behaviour.about, taken));
    }
    case "taking_then_failing":
      take();
      return sendJson(response, behaviour.status, manner.failure(behaviour.status));
    default:
      if (behaviour.type === "taking_then_silent" || behaviour.type === "stalling") take();
      if (behaviour.type === "hanging_up" && behaviour.when === "after_taking") take();
      return void answerBadly(response, behaviour, manner);
  }
}

/** Applies failures that are the same for every request. Returns true if one applied. */
export function answerBadly(
  response: ServerResponse,
  behaviour: Behaviour,
  { failure }: Pick<ProviderManner, "failure">,
): boolean {
  switch (behaviour.type) {
    case "failing": {
      const { status, retryAfterSeconds, reason } = behaviour;
      const headers =
        retryAfterSeconds === undefined ? undefined : { "Retry-After": String(retryAfterSeconds) };
      sendJson(response, status, failure(status, reason), headers);
      return true;
    }
    case "garbled":
      response.writeHead(200, { "Content-Type": "application/json" }).end(garbage[behaviour.how]);
      return true;
    case "stalling":
      response.writeHead(200, { "Content-Type": "application/json" }).write('{"sid": "SM');
      return true;
    case "hanging_up":
      response.socket?.destroy();
      return true;
    case "taking_then_silent":
      return true;
    default:
      return false;
  }
}

/** Shows the requests and changes the behavior of a fake that runs as a process. */
export function control(
  { url, method }: IncomingMessage,
  response: ServerResponse,
  body: unknown,
  {
    script,
    shown,
  }: {
    script: { rules: () => unknown } & { behave: (...rules: never[]) => void };
    shown: Record<string, () => unknown>;
  },
): void {
  const show = shown[(url ?? "").replace("/fake/", "")];
  if (show) return sendJson(response, 200, show());
  if (url !== "/fake/behaviour") return sendJson(response, 404, { error: "Nothing here" });
  if (method === "PUT") script.behave(...([body].flat() as never[]));
  return sendJson(response, 200, script.rules());
}
