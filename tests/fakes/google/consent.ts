import type { ServerResponse } from "node:http";
import { type GoogleState, newToken, personOf } from "./state.ts";

const calendarScope = "https://www.googleapis.com/auth/calendar";

/** Lists violations in an authorization request. */
function problemsOf(state: GoogleState, query: URLSearchParams): string[] {
  const scopes = query.get("scope")?.split(" ") ?? [];
  const wanted: Record<string, boolean> = {
    client_id: query.get("client_id") === state.clientId,
    redirect_uri: URL.canParse(query.get("redirect_uri") ?? ""),
    response_type: query.get("response_type") === "code",
    scope: scopes.includes("openid") && scopes.includes("email"),
    state: (query.get("state") ?? "").length >= 16,
    code_challenge: /^[\w-]{43}$/.test(query.get("code_challenge") ?? ""),
    code_challenge_method: query.get("code_challenge_method") === "S256",
    access_type: ["offline", "online", null].includes(query.get("access_type")),
  };
  return Object.keys(wanted).filter((name) => !wanted[name]);
}

export function showConsent(
  state: GoogleState,
  response: ServerResponse,
  query: URLSearchParams,
): void {
  const wrong = problemsOf(state, query);
  state.problems.push(...wrong.map((name) => `authorization: ${name}`));
  if (wrong.length > 0)
    return void response.writeHead(400).end(`Error 400: invalid ${wrong.join(", ")}`);
  const asksForCalendar = query.get("scope")?.includes(calendarScope);
  const people = [...state.people.keys()]
    .map((email) => `<option value="${escaped(email)}">`)
    .join("");
  response.writeHead(200, { "Content-Type": "text/html; charset=utf-8" }).end(`<!doctype html>
<html lang="en"><head><title>Sign in - not Google</title><link rel="icon" href="data:,"><meta name="viewport" content="width=device-width"></head>
<body style="font: 1rem sans-serif; max-width: 24rem; margin: 2rem auto"><main>
<h1>Choose an account</h1><p>This stands in for Google. Any address will do.</p>
<form method="post" action="/o/oauth2/v2/auth?${escaped(String(query))}">
<p><label>Email <input name="email" type="email" list="people" value="nora@example.com"></label></p>
<datalist id="people">${people}</datalist>
${asksForCalendar ? '<p><label><input type="checkbox" name="calendar" checked> Allow the calendar</label></p>' : ""}
<button name="answer" value="allow">Continue</button> <button name="answer" value="deny">Cancel</button>
</form></main></body></html>`);
}

/** Redirects back with a code or an error. */
export function answerConsent(
  state: GoogleState,
  response: ServerResponse,
  query: URLSearchParams,
  form: URLSearchParams,
): void {
  const redirectUri = query.get("redirect_uri") ?? "";
  const back = new URL(redirectUri);
  back.searchParams.set("state", query.get("state") ?? "");
  if (form.get("answer") !== "allow") {
    back.searchParams.set("error", "access_denied");
  } else {
    const scopes = query.get("scope")?.split(" ") ?? [];
    const scope = scopes.filter((name) => name !== calendarScope || form.has("calendar")).join(" ");
    const code = newToken("4/");
    const person = personOf(state, form.get("email") ?? "");
    const isAskedAnew = query.get("prompt") === "consent";
    state.codes.set(code, {
      person,
      scope,
      redirectUri,
      challenge: query.get("code_challenge") ?? "",
      isAskedAnew,
    });
    back.searchParams.set("code", code);
    back.searchParams.set("scope", scope);
  }
  response.writeHead(302, { Location: String(back) }).end();
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}
