import type { FakeGoogle } from "../../fakes/google.ts";
import { Visitor } from "../product/visitor.ts";

export class GoogleVisitor extends Visitor {
  readonly #url: string;
  readonly #google: FakeGoogle;

  constructor(url: string, google: FakeGoogle) {
    super(url);
    this.#url = url;
    this.#google = google;
  }

  /** Returns Google's consent URL. */
  async start(fields: Record<string, string> = {}): Promise<URL> {
    return new URL((await this.post("/auth/google", fields)).headers.get("location") ?? "");
  }

  /** Returns the path that Google redirects to. */
  async consent(
    email: string,
    fields: Record<string, string> = {},
    how: { declines?: "calendar" | "all" } = {},
  ): Promise<string> {
    const back = await this.#google.consent(String(await this.start(fields)), email, how);
    return back.replace(this.#url, "");
  }

  async signIn(...how: Parameters<GoogleVisitor["consent"]>): Promise<Response> {
    return this.get(await this.consent(...how));
  }
}
