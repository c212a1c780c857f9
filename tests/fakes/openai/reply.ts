import type { ServerResponse } from "node:http";
import { type Behaviour, garbage, lies, type Material } from "./behaviour.ts";
import { sendJson } from "../server.ts";

interface Message {
  content: string | null;
  refusal: string | null;
}

/** Answers a valid request. */
export function reply(
  response: ServerResponse,
  behaviour: Behaviour,
  model: string,
  material: Material,
): void {
  const [task, ...others] = material.built_in_reading ?? [];
  const ahead = `${material.tasks_ahead} tasks ahead, ${material.overdue} overdue.`;
  const say = (answer: unknown, finishReason = "stop") => {
    const content = typeof answer === "string" ? answer : JSON.stringify(answer);
    return sendJson(response, 200, completion(model, { content, refusal: null }, finishReason));
  };
  switch (behaviour.type) {
    case "helpful":
      return say(task ? { ...task, others } : { words: ahead });
    case "answering":
      return say(behaviour.with);
    case "lying":
      return say({ others, ...lies[behaviour.about](task!) });
    case "slow":
      return;
    case "stalling":
      response.writeHead(200, { "Content-Type": "application/json" });
      return void response.write(
        '{"id": "chatcmpl-fake", "choices": [{"message": {"content": "{\\"title\\": \\"',
      );
    case "hanging_up":
      return void response.socket?.destroy();
    case "failing":
      return sendFailure(response, behaviour);
    case "garbled":
      return void response
        .writeHead(200, {
          "Content-Type": typeOf(behaviour.how),
        })
        .end(garbage[behaviour.how]);
    case "cut_off":
      return say('{"title": "Call grand', "length");
    case "refusing":
      return sendJson(
        response,
        200,
        completion(model, { content: null, refusal: "I can't help with that." }, "stop"),
      );
    case "filtering":
      return say("", "content_filter");
  }
}

function typeOf(how: keyof typeof garbage): string {
  return how === "a page" ? "text/html" : "application/json";
}

/** Sends an error in the provider's format. */
export function sendError(
  response: ServerResponse,
  status: number,
  {
    message,
    type = "invalid_request_error",
    code = null,
  }: { message: string; type?: string; code?: string | null },
  headers: Record<string, string> = {},
): void {
  sendJson(response, status, { error: { message, type, param: null, code } }, headers);
}

function sendFailure(
  response: ServerResponse,
  failure: { status: number; retryAfterSeconds?: number },
): void {
  const { status, retryAfterSeconds } = failure;
  const headers: Record<string, string> = retryAfterSeconds
    ? { "Retry-After": String(retryAfterSeconds) }
    : {};
  const error =
    status === 429
      ? {
          message: "Rate limit reached for requests",
          type: "requests",
          code: "rate_limit_exceeded",
        }
      : { message: "The server had an error while processing your request.", type: "server_error" };
  sendError(response, status, error, headers);
}

function completion(model: string, message: Message, finishReason: string) {
  return {
    id: "chatcmpl-fake",
    object: "chat.completion",
    created: Math.floor(Date.now() / 1_000),
    model,
    choices: [
      {
        index: 0,
        message: { role: "assistant", ...message },
        finish_reason: finishReason,
        logprobs: null,
      },
    ],
    usage: { prompt_tokens: 700, completion_tokens: 60, total_tokens: 760 },
  };
}
