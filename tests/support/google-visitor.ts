import type { FakeGoogle } from "../fakes/google.ts";
import { Visitor } from "./visitor.ts";

/** Somebody in a browser of their own who can sign in with Google. */
export class GoogleVisitor extends Visitor {
  readonly #url: string;
  readonly #google: FakeGoogle;

  constructor(url: string, google: FakeGoogle) {
    super(url);
    this.#url = url;
    this.#google = google;
  }

  /** Presses the button: Google's address that it leads to. */
  async start(fields: Record<string, string> = {}): Promise<URL> {
    return new URL((await this.post("/auth/google", fields)).headers.get("location") ?? "");
  }

  /** Presses the button and says yes at Google: the path that it sends them back to. */
  async comeBack(
    email: string,
    fields: Record<string, string> = {},
    how: { declines?: "calendar" | "all" } = {},
  ): Promise<string> {
    const back = await this.#google.consent(String(await this.start(fields)), email, how);
    return back.replace(this.#url, "");
  }

  /** All of it: the answer to coming back. */
  async signIn(...how: Parameters<GoogleVisitor["comeBack"]>): Promise<Response> {
    return this.get(await this.comeBack(...how));
  }
}
