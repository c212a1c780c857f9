import { busyMessage } from "#app/server/sign-in/unless-busy.server.ts";
import type { RawAnswer } from "../../support/product/raw-request.ts";

/** In every text that the victims type, so that no answer to anyone else may contain it. */
export const victimsWord = "quetzal";

/**
 * Raw in a page, these are elements or attributes. Escaped, and in a script's strings, they are
 * text.
 */
const elements =
  /<(script|img|svg|iframe|b) data-attack|(?<!\\)" data-attack=|<\/script><script data-attack/i;

const alwaysSent = [
  "content-security-policy",
  "x-content-type-options",
  "referrer-policy",
  "cross-origin-opener-policy",
];

const maxShown = 12;

/** Reads every answer that an attacker gets. */
export class Judge {
  readonly found: string[] = [];
  /** Of the victims and the instance. */
  readonly secrets = new Set<string>(["correct horse 7"]);
  /** Of everybody: too many to look for in each answer. */
  readonly sessions = new Set<string>();
  answers = 0;

  read(sent: string, answer: RawAnswer): void {
    this.answers += 1;
    const { status, text, headers } = answer;
    const say = (problem: string) => this.add(`${problem}: ${sent.slice(0, 160)}`);
    if (status >= 500 && !isBusy(answer)) say(`answered ${status}`);
    const typed = sent.toLowerCase();
    const head = JSON.stringify(headers).toLowerCase();
    if (
      !typed.includes(victimsWord) &&
      (text.toLowerCase().includes(victimsWord) || head.includes(victimsWord))
    )
      say("another household's words in the answer");
    for (const secret of this.secrets)
      if (!sent.includes(secret) && text.includes(secret)) say("a secret of another in the answer");
    this.readMarkup(sent, answer);
    for (const name of status === 304 ? [] : alwaysSent) if (!headers[name]) say(`no ${name}`);
    for (const problem of [...wrongCookies(headers["set-cookie"]), ...wrongHeaders(sent, headers)])
      say(problem);
  }

  readMarkup(sent: string, { headers, text }: RawAnswer): void {
    if (!String(headers["content-type"]).startsWith("text/html")) return;
    const [found] = elements.exec(text) ?? [];
    if (found) this.add(`typed markup in a page, ${found}: ${sent.slice(0, 160)}`);
  }

  add(problem: string): void {
    if (this.found.length < 1_000) this.found.push(problem);
  }

  readLog(log: string): string[] {
    const leaked = [...this.secrets, ...this.sessions].filter((secret) => log.includes(secret));
    return leaked
      .map((secret) => `a secret in the log, which begins ${secret.slice(0, 6)}`)
      .slice(0, maxShown);
  }
}

/** A busy machine may refuse to hash a password; it says so, and when to come back. */
export const isBusy = ({ status, text }: RawAnswer): boolean =>
  status === 503 && text.includes(busyMessage);

function wrongHeaders(sent: string, headers: RawAnswer["headers"]): string[] {
  const problems = Object.keys(headers).filter(
    (name) =>
      /^(x-attack|access-control)/.test(name) &&
      !(name === "access-control-allow-origin" && isForApps(sent)),
  );
  const { location } = headers;
  const type = String(headers["content-type"]);
  if (type.startsWith("text/") && !/charset=utf-8|event-stream/i.test(type))
    problems.push(`the type ${type}`);
  if (typeof location === "string" && !staysHere(location))
    problems.push(`a redirect to ${location.slice(0, 60)}`);
  return problems;
}

/** ntfy's web app reads whether its button worked. */
const isForApps = (sent: string) => /^\S+ \/reminder-actions\/(?!\S*\.data\b)/.test(sent);

/** Google is where the product sends people who asked for it. */
function staysHere(location: string): boolean {
  return (
    /^\/(?![/\\])/.test(location) || location.startsWith("https://calendar.google.com/calendar/")
  );
}

function wrongCookies(lines: string | string[] = []): string[] {
  return [lines].flat().flatMap((line) => {
    const [name = ""] = line.split("=");
    const isPrivate = /;\s*httponly/i.test(line) && /;\s*samesite=lax/i.test(line);
    return /session|google|delegation/.test(name) && !isPrivate
      ? [`the cookie ${name} is not private`]
      : [];
  });
}
