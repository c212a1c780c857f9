import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Models } from "postmark";
import { emailProblems } from "./contract.ts";
import { bounceTypeOf, eventsOf } from "./events.ts";
import type { PostmarkState, AcceptedEmail } from "./state.ts";
import { report } from "./webhooks.ts";
import { answerBadly, answerSending, control } from "../provider-answer.ts";
import { bodyOf, sendJson } from "../server.ts";

export async function answerPostmark(
  state: PostmarkState,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { url = "", method = "", headers } = request;
  const body = await bodyOf(request);
  const shown = { requests: () => state.requests, emails: () => [...state.emails.values()] };
  if (url.startsWith("/fake/"))
    return control(request, response, body, { script: state.script, shown });

  state.requests.push({ method, path: url, body, at: Date.now() });
  const { pathname, searchParams } = new URL(url, "http://postmark");
  if (headers["x-postmark-server-token"] !== state.token)
    return sendJson(response, 401, errorBody(10));
  if (pathname === "/messages/outbound" && method === "GET")
    return search(state, response, searchParams);
  if (method === "GET") return tell(state, response, pathname);
  if (pathname !== "/email" || method !== "POST")
    return sendJson(response, 404, { Message: "Not found" });
  const wrong = emailProblems(body);
  state.problems.push(...wrong);
  if (wrong.length > 0) return sendJson(response, 422, errorBody(403, wrong.join("; ")));
  return send(state, response, body as Models.Message);
}

function send(
  state: PostmarkState,
  response: ServerResponse,
  message: Models.Message,
): Promise<void> | void {
  const { To: to = "", Subject, TextBody, HtmlBody } = message;
  // Postmark accepts lists and names, but here only exactly one recipient is valid.
  if (!/^[^\s,;<>@]+@[^\s,;<>@]+$/.test(to))
    return sendJson(response, 422, errorBody(300, "Invalid 'To' address"));
  const behaviour = state.script.next({
    on: "sending",
    to,
    message: `${to} ${Subject} ${TextBody ?? HtmlBody}`,
  });
  const code = behaviour.type === "undeliverable" ? behaviour.code : null;
  return answerSending(response, behaviour, {
    takenStatus: 200,
    take: () => ({ ...take(state, message, to, code) }),
    failure: (status) =>
      status === 429 ? errorBody(429) : { Message: "The service is not available" },
    refusal: (refused) => ({ status: refused === 10 ? 401 : 422, body: errorBody(refused) }),
    lie: (about, taken) =>
      about === "its id"
        ? { ...taken, MessageID: "" }
        : { ...taken, ErrorCode: 406, Message: "Inactive recipient" },
  });
}

function take(
  state: PostmarkState,
  message: Models.Message,
  to: string,
  bounceCode: number | null,
): Models.MessageSendingResponse {
  const taken: AcceptedEmail = { id: randomUUID(), at: Date.now(), message, fates: [] };
  const deliveryId = message.Metadata?.delivery_id ?? null;
  state.emails.set(taken.id, taken);
  if (deliveryId)
    state.byDelivery.set(deliveryId, [...(state.byDelivery.get(deliveryId) ?? []), taken]);
  const text = `${message.Subject}\n\n${message.TextBody ?? ""}`;
  state.log({ provider: "postmark", providerId: taken.id, deliveryId, to, text, at: taken.at });
  // A report that can't be delivered is lost; Postmark would retry for hours.
  if (state.isReporting) {
    setImmediate(
      () =>
        void report(state, taken.id, bounceCode === null ? "Delivery" : "HardBounce").catch(
          () => {},
        ),
    );
  }
  return {
    ErrorCode: 0,
    Message: "OK",
    MessageID: taken.id,
    SubmittedAt: new Date().toISOString(),
    To: to,
  };
}

function search(state: PostmarkState, response: ServerResponse, query: URLSearchParams): void {
  const missing = ["count", "offset"].filter((name) => !query.has(name));
  if (missing.length > 0)
    return sendJson(response, 422, errorBody(600, `${missing.join(", ")} is needed`));
  const deliveryId = query.get("metadata_delivery_id") ?? "";
  const behaviour = state.script.next({ on: "asking", to: "", message: deliveryId });
  const failure = () => ({ Message: "The service is not available" });
  if (answerBadly(response, behaviour, { failure })) return;
  const taken = state.byDelivery.get(deliveryId) ?? [];
  const found = taken.filter(({ at }) => Date.now() - at >= state.listedAfterMs).map(shownEmail);
  const lies: Record<string, typeof found> = {
    "knowing nothing": [],
    "another message": found.map((email) => ({ ...email, Metadata: { delivery_id: "another" } })),
  };
  const Messages = (behaviour.type === "lying" && lies[behaviour.about]) || found;
  // A number, although the client's types say text.
  sendJson(response, 200, { TotalCount: Messages.length, Messages });
}

/** Returns an email's details, or a bounce. */
function tell(state: PostmarkState, response: ServerResponse, pathname: string): void {
  const [, messageId, bounceId] =
    /^\/(?:messages\/outbound\/([^/]+)\/details|bounces\/([^/]+))$/.exec(pathname) ?? [];
  const id = messageId ?? bounceId ?? "";
  const email = state.emails.get(id);
  const behaviour = state.script.next({ on: "asking", to: email?.message.To ?? "", message: id });
  const failure = () => ({ Message: "The service is not available" });
  if (answerBadly(response, behaviour, { failure })) return;
  if (email)
    return sendJson(response, 200, {
      ...shownEmail(email),
      Body: "",
      MessageEvents: eventsOf(email),
    });
  const Type = bounceTypeOf(id);
  if (Type) return sendJson(response, 200, { ID: Number(id), Type });
  return sendJson(response, messageId ? 422 : 404, errorBody(701, "This message was not found"));
}

function shownEmail({ id, at, message }: AcceptedEmail): Models.OutboundMessage {
  const to = message.To ?? "";
  return {
    MessageID: id,
    To: [{ Email: to, Name: "" }],
    Cc: [],
    Bcc: [],
    Recipients: [to],
    ReceivedAt: new Date(at).toISOString(),
    From: message.From,
    Subject: message.Subject,
    Attachments: [],
    Status: "Sent",
    TrackOpens: message.TrackOpens ?? false,
    TrackLinks: message.TrackLinks as Models.LinkTrackingOptions,
    Metadata: message.Metadata ?? {},
    MessageStream: message.MessageStream ?? "outbound",
    Sandboxed: false,
    ...(message.Tag && { Tag: message.Tag }),
  };
}

function errorBody(code: number, message: string = "Something is wrong"): Models.DefaultResponse {
  return { ErrorCode: code, Message: message };
}
