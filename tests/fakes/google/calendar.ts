import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { calendarProblems } from "./calendar-contract.ts";
import { calendarsOf, type FakeCalendar, type Plan, planEvent, refusal } from "./calendar-store.ts";
import { planList } from "./event-list.ts";
import type { GooglePerson, GoogleState } from "./state.ts";
import { answerBadly, answerSending } from "../provider-answer.ts";
import type { Behaviour } from "../provider-behaviour.ts";
import { sendJson } from "../server.ts";

const calendarScope = "https://www.googleapis.com/auth/calendar";

export function answerCalendar(
  state: GoogleState,
  request: IncomingMessage,
  response: ServerResponse,
  content: unknown,
): Promise<void> | void {
  const { method = "", url = "" } = request;
  const { pathname, searchParams } = new URL(url, "http://google");
  const body = typeof content === "object" && content ? content : {};
  state.requests.push({ method, path: url, body, at: Date.now() });
  const wrong = calendarProblems(method, pathname, searchParams, content);
  state.problems.push(...wrong.map((problem) => `${method} ${pathname}: ${problem}`));
  if (wrong.length > 0) return sendError(response, 400, "invalid");
  const grant = grantOf(state, request);
  if (!grant) return sendError(response, 401, "authError");
  if (!grant.scope.split(" ").includes(calendarScope))
    return sendError(response, 403, "insufficientPermissions");

  const path = pathname.replace("/calendar/v3/", "").split("/").map(decodeURIComponent);
  const plan = planOf(state, grant.person, { method, path, query: searchParams, body });
  const on = method === "GET" ? "asking" : "sending";
  const message = method === "POST" && "id" in body ? String(body.id) : (path[3] ?? "");
  const behaviour = state.script.next({ on, to: grant.person.email, message });
  if (on === "asking") return answerAsked(response, behaviour, plan);
  if (behaviour.type === "helpful") return answerPlan(response, plan);
  return answerSending(response, behaviour, {
    takenStatus: plan.status,
    take: () => (plan.reason ? errorBody(plan.status, plan.reason) : plan.done()),
    failure: errorBody,
    refusal: (status) => ({ status, body: errorBody(status, "invalid") }),
    lie: (about, taken) =>
      about === "its id" ? { ...taken, id: "none" } : { ...taken, status: "cancelled" },
  });
}

async function answerAsked(
  response: ServerResponse,
  behaviour: Behaviour,
  plan: Plan,
): Promise<void> {
  if (behaviour.type === "slow") await pause(behaviour.answerMs);
  if (!answerBadly(response, behaviour, { failure: errorBody })) answerPlan(response, plan);
}

function grantOf({ accessTokens }: GoogleState, { headers }: IncomingMessage) {
  return accessTokens.get(/^Bearer (.+)$/.exec(headers.authorization ?? "")?.[1] ?? "");
}

function planOf(
  state: GoogleState,
  person: GooglePerson,
  {
    method,
    path,
    query,
    body,
  }: { method: string; path: string[]; query: URLSearchParams; body: object },
): Plan {
  const own = calendarsOf(state, person);
  if (path[0] === "users") return { status: 200, done: () => listOf(own, person) };
  const [, name = "", , eventId] = path;
  const calendar = own.get(name === "primary" ? person.email : name);
  if (!calendar) return refusal(404, "notFound");
  if (path.length === 2)
    return { status: 200, done: () => ({ kind: "calendar#calendar", summary: calendar.name }) };
  if (method === "GET" && !eventId) return planList(calendar, person.email, query);
  return planEvent(calendar, method, eventId ?? ("id" in body ? String(body.id) : ""), body);
}

function listOf(own: Map<string, FakeCalendar>, { email }: GooglePerson) {
  const items = [...own].map(([id, { name, isWritable }]) => ({
    id,
    summary: name,
    accessRole: isWritable ? "owner" : "reader",
    ...(id === email && { primary: true }),
  }));
  return {
    kind: "calendar#calendarList",
    items: items.filter(({ accessRole }) => accessRole === "owner"),
  };
}

function answerPlan(response: ServerResponse, { status, reason, done }: Plan): void {
  if (reason) return sendError(response, status, reason);
  const body = done();
  if (status === 204) return void response.writeHead(204).end();
  return sendJson(response, status, body);
}

function sendError(response: ServerResponse, status: number, reason: string): void {
  sendJson(response, status, errorBody(status, reason));
}

function errorBody(code: number, reason: string = "backendError") {
  const message = "Something is wrong";
  return { error: { code, message, errors: [{ domain: "global", reason, message }] } };
}
