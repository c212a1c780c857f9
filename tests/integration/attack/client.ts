import { setTimeout as sleep } from "node:timers/promises";
import { rawRequest, type RawAnswer } from "../../support/product/raw-request.ts";
import type { Judge } from "./judge.ts";

const patienceMs = 30_000;

let networks = 0;

/** Limits count by network, so each client comes from its own. */
export function newNetwork(): string {
  networks += 1;
  return `${20 + (networks >> 16)}.${(networks >> 8) & 255}.${networks & 255}.7`;
}

export interface Request {
  method?: string;
  body?: string | Buffer | Record<string, string> | [string, string][];
  headers?: Record<string, string>;
}

/** Speaks HTTP with cookies. Unless it is the victims' own, the judge reads its answers. */
export class Client {
  readonly #cookies = new Map<string, string>();
  readonly #url: string;
  readonly #judge: Judge | undefined;
  network = newNetwork();

  constructor(url: string, judge?: Judge) {
    this.#url = url;
    this.#judge = judge;
  }

  get(path: string, headers: Record<string, string> = {}): Promise<RawAnswer> {
    return this.send(path, { headers });
  }

  post(
    path: string,
    body: Request["body"] = {},
    headers: Record<string, string> = {},
  ): Promise<RawAnswer> {
    return this.send(path, { method: "POST", body, headers });
  }

  postJson(path: string, body: unknown): Promise<RawAnswer> {
    return this.post(path, JSON.stringify(body), { "content-type": "application/json" });
  }

  async send(path: string, { method = "GET", body, headers = {} }: Request): Promise<RawAnswer> {
    const isRaw = body === undefined || typeof body === "string" || Buffer.isBuffer(body);
    const raw = isRaw ? body : String(new URLSearchParams(body));
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const all = {
      "x-forwarded-for": this.network,
      ...(cookie && { cookie }),
      ...(!isRaw && { "content-type": "application/x-www-form-urlencoded" }),
      ...headers,
    };
    const answer = await Promise.race([
      rawRequest(this.#url, path, {
        method,
        headers: all,
        ...(raw !== undefined && { body: raw }),
      }),
      sleep(patienceMs, undefined, { ref: false }).then(() => {
        throw new Error(
          `No answer within ${patienceMs / 1_000} s: ${method} ${path} ${String(raw).slice(0, 100)}`,
        );
      }),
    ]);
    this.#judge?.read(
      `${method} ${path} ${isRaw ? String(raw ?? "") : decode(String(raw))} ${cookie}`,
      answer,
    );
    for (const line of [answer.headers["set-cookie"] ?? []].flat()) this.#keep(line);
    return answer;
  }

  cookie(name: string): string | undefined {
    return this.#cookies.get(name);
  }

  setCookie(name: string, value: string): void {
    this.#cookies.set(name, value);
  }

  #keep(line: string): void {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (/max-age=0/i.test(line)) this.#cookies.delete(name);
    else this.#cookies.set(name, value);
  }
}

function decode(form: string): string {
  return [...new URLSearchParams(form)].map((pair) => pair.join("=")).join("&");
}
