// A stand-in for Postmark: node tests/fakes/postmark.ts [PORT [FILE]]
// FILE gets a line for each e-mail that was taken.
import { answerPostmark } from "./postmark-api.ts";
import { newPostmarkState, type PostmarkOptions, type PostmarkRequest, type TakenEmail } from "./postmark-state.ts";
import { type Fate, report } from "./postmark-webhooks.ts";
import type { Behaviour } from "./provider-behaviour.ts";
import { serve } from "./server.ts";

export interface FakePostmark extends AsyncDisposable {
  origin: string;
  /** The settings that lead an instance here. */
  settings: Record<string, string>;
  /** From the next request on. */
  behave: (...rules: Behaviour[]) => void;
  /** Every request to the provider's own paths. */
  requests: PostmarkRequest[];
  /** From now on what was taken is found at once. */
  listAll: () => void;
  /** What was taken, oldest first. */
  emails: () => TakenEmail[];
  /** Reports what became of an e-mail to the webhook, where there is one. */
  report: (messageId: string, fate: Fate) => Promise<Response | undefined>;
  /** What the provider would have refused; closing fails over it. */
  problems: string[];
}

/** Starts it, on a free port unless told. Each request is held against the types of the provider's own client. */
export async function startFakePostmark({
  port = 0,
  ...options
}: PostmarkOptions & { port?: number } = {}): Promise<FakePostmark> {
  const state = newPostmarkState(options);
  const server = await serve((request, response) => answerPostmark(state, request, response), port);
  return {
    origin: server.origin,
    settings: {
      POSTMARK_BASE_URL: server.origin,
      POSTMARK_SERVER_TOKEN: state.token,
      EMAIL_FROM: "Mila <mila@example.com>",
    },
    behave: state.script.behave,
    requests: state.requests,
    listAll: () => void (state.listedAfterMs = 0),
    emails: () => [...state.emails.values()],
    report: (messageId, fate) => report(state, messageId, fate),
    problems: state.problems,
    async [Symbol.asyncDispose]() {
      state.isReporting = false;
      await server[Symbol.asyncDispose]();
      if (state.problems.length > 0) throw new Error(`The provider would have refused: ${state.problems.join("; ")}`);
    },
  };
}

if (import.meta.main) {
  const [, , port = "0", acceptedFile] = process.argv;
  const { settings } = await startFakePostmark({ port: Number(port), acceptedFile });
  console.log(
    Object.entries(settings)
      .map(([name, value]) => `${name}=${JSON.stringify(value)}`)
      .join(" "),
  );
}
