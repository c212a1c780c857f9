import { forgetSignUps } from "../people/forget-sign-ups.ts";

/** A client that keeps cookies but, unlike a browser, follows no redirects. */
export class Visitor {
  readonly #cookies = new Map<string, string>();
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  async get(path: string, headers: Record<string, string> = {}): Promise<Response> {
    return this.#request(path, { headers });
  }

  async post(
    path: string,
    fields: Record<string, string> = {},
    headers: Record<string, string> = {},
  ): Promise<Response> {
    return this.#request(path, { method: "POST", body: new URLSearchParams(fields), headers });
  }

  /** Follows the response's redirect. */
  async follow(response: Response): Promise<Response> {
    const location = response.headers.get("location");
    return location ? this.follow(await this.get(location)) : response;
  }

  cookie(name: string): string | undefined {
    return this.#cookies.get(name);
  }

  /** Returns the value of the Cookie header. */
  cookies(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  setCookie(name: string, value: string): void {
    this.#cookies.set(name, value);
  }

  async #request(
    path: string,
    init: { method?: string; body?: URLSearchParams; headers: Record<string, string> },
  ) {
    const cookie = this.cookies();
    const headers = { ...(cookie && { cookie }), ...init.headers };
    const response = await fetch(this.#url + path, { ...init, headers, redirect: "manual" });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/max-age=0/i.test(line)) this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    return response;
  }
}

export const familyPassword = "correct horse 7";

let families = 0;

/** @param mila.dataFolder needed if the test changes the data */
export async function newFamily({
  url,
  dataFolder,
}: {
  url: string;
  dataFolder?: string;
}): Promise<Visitor & { email: string }> {
  if (dataFolder) await forgetSignUps({ dataFolder });
  const visitor = new Visitor(url);
  families += 1;
  const person = {
    email: `parent-${process.pid}-${families}@example.com`,
    password: familyPassword,
  };
  await visitor.post("/auth", { mode: "signup", ...person });
  await visitor.post("/auth", { mode: "login", ...person });
  return Object.assign(visitor, { email: person.email });
}
