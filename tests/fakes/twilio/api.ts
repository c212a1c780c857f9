import type { IncomingMessage, ServerResponse } from "node:http";
import { answerBadly, answerSending, control } from "../provider-answer.ts";
import type { Behaviour } from "../provider-behaviour.ts";
import { bodyOf, sendJson } from "../server.ts";
import type { InboundText } from "../twilio.ts";
import { formProblems, messageProblems, queryProblems } from "./contract.ts";
import type { TwilioMessage } from "./messages.ts";
import { reportItsWay } from "./reports.ts";
import type { TwilioState } from "./state.ts";

export async function answerTwilio(
  state: TwilioState,
  request: IncomingMessage,
  response: ServerResponse,
  receive: (text: InboundText) => Promise<Response | undefined>,
): Promise<void> {
  const { url = "", method = "", headers } = request;
  const body = await bodyOf(request);
  if (url === "/fake/inbound")
    return sendJson(response, 200, await received(receive, body as InboundText));
  const shown = { requests: () => state.requests, messages: state.store.all };
  if (url.startsWith("/fake/"))
    return control(request, response, body, { script: state.script, shown });

  const { pathname, searchParams } = new URL(url, "http://twilio");
  const form = new URLSearchParams(typeof body === "string" ? body : "");
  state.requests.push({ method, path: url, form: Object.fromEntries(form), at: Date.now() });
  const { accountSid, authToken } = state.caller;
  const key = Buffer.from(`${accountSid}:${authToken}`).toString("base64");
  if (headers.authorization !== `Basic ${key}`) return sendError(response, 401, 20003);
  const list = `/2010-04-01/Accounts/${accountSid}/Messages`;
  if (pathname === `${list}.json` && method === "POST") return create(state, response, form);
  if (pathname === `${list}.json`) return find(state, response, searchParams);
  const sid = pathname.startsWith(`${list}/`)
    ? /\/(SM[0-9a-f]{32})\.json$/.exec(pathname)?.[1]
    : undefined;
  return fetchOne(state, response, sid);
}

async function received(
  receive: (text: InboundText) => Promise<Response | undefined>,
  text: InboundText,
) {
  const answer = await receive(text);
  return answer ? { status: answer.status, body: await answer.text() } : { status: null };
}

function create(
  state: TwilioState,
  response: ServerResponse,
  form: URLSearchParams,
): Promise<void> | void {
  const wrong = formProblems(form);
  state.problems.push(...wrong);
  if (wrong.length > 0) return sendError(response, 400, 21600, wrong.join("; "));
  const to = form.get("To") ?? "";
  const behaviour = state.script.next({ on: "sending", to, message: `${to} ${textOf(form)}` });
  return answerSending(response, behaviour, {
    takenStatus: 201,
    take: () => take(state, form, behaviour.type === "undeliverable" ? behaviour.code : null),
    failure: (status) => errorBody(status, codeOf(status)),
    refusal: (code) => ({
      status: code === 20003 ? 401 : 400,
      body: errorBody(code === 20003 ? 401 : 400, code),
    }),
    lie: (about, taken) =>
      about === "its id"
        ? { ...taken, sid: "none" }
        : { ...taken, status: "failed", error_code: 30006 },
  });
}

/** Accepts a message, which can then be looked up, and reports its fate. */
function take(state: TwilioState, form: URLSearchParams, errorCode: number | null): TwilioMessage {
  const [to, body] = [form.get("To") ?? "", textOf(form)];
  const message = state.store.add({
    from: form.get("From"),
    to,
    body,
    status: "queued",
    direction: "outbound-api",
  });
  const answer = { ...message };
  state.problems.push(...messageProblems(answer));
  const callback = form.get("StatusCallback");
  if (callback) state.callbacks.set(message.sid, callback);
  const deliveryId = callback ? new URL(callback).searchParams.get("delivery") : null;
  state.log({
    provider: "twilio",
    providerId: message.sid,
    deliveryId,
    to,
    text: body,
    at: Date.now(),
  });
  setImmediate(() => void reportItsWay(state, message.sid, errorCode));
  return answer;
}

function find(state: TwilioState, response: ServerResponse, query: URLSearchParams): void {
  state.problems.push(...queryProblems(query));
  const to = query.get("To") ?? "";
  const behaviour = state.script.next({ on: "asking", to, message: to });
  if (answerAsked(response, behaviour)) return;
  const size = Number(query.get("PageSize") ?? 50);
  const start = Number(query.get("Page") ?? 0) * size;
  const found = lied(state.store.list(query), behaviour);
  const messages = found.slice(start, start + size);
  query.set("Page", String(start / size + 1));
  const next =
    found.length > start + size
      ? `/2010-04-01/Accounts/${state.caller.accountSid}/Messages.json?${query}`
      : null;
  sendJson(response, 200, { messages, next_page_uri: next, page: start / size, page_size: size });
}

function fetchOne(state: TwilioState, response: ServerResponse, sid: string | undefined): void {
  const message = sid && state.store.get(sid);
  if (!message) return sendError(response, 404, 20404);
  const behaviour = state.script.next({ on: "asking", to: message.to, message: message.sid });
  if (!answerAsked(response, behaviour)) sendJson(response, 200, message);
}

function answerAsked(response: ServerResponse, behaviour: Behaviour): boolean {
  return answerBadly(response, behaviour, {
    failure: (status) => errorBody(status, codeOf(status)),
  });
}

function lied(messages: TwilioMessage[], behaviour: Behaviour): TwilioMessage[] {
  if (behaviour.type !== "lying") return messages;
  if (behaviour.about === "knowing nothing") return [];
  return messages.map((message) => ({ ...message, body: "Your code is 123456" }));
}

/** Returns the text, or a template with its variables. */
function textOf(form: URLSearchParams): string {
  const variables = form.get("ContentVariables");
  if (!variables) return form.get("Body") ?? "";
  return `Mila reminds you: ${Object.values(JSON.parse(variables)).join(" – ")}`;
}

function codeOf(status: number): number {
  return status === 429 ? 20429 : status * 100;
}

function sendError(response: ServerResponse, status: number, code: number, message?: string): void {
  sendJson(response, status, errorBody(status, code, message));
}

function errorBody(status: number, code: number, message: string = "Something is wrong") {
  return { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status };
}
