// A fake of Postmark: node tests/fakes/postmark.ts [PORT [FILE]]
// FILE gets a line for each accepted email.
import { answerPostmark } from "./postmark/api.ts";
import {
  newPostmarkState,
  type PostmarkOptions,
  type PostmarkRequest,
  type AcceptedEmail,
} from "./postmark/state.ts";
import { type Fate, report } from "./postmark/webhooks.ts";
import type { Behaviour } from "./provider-behaviour.ts";
import { serve } from "./server.ts";

export interface FakePostmark extends AsyncDisposable {
  origin: string;
  /** Settings that point an instance here. */
  settings: Record<string, string>;
  behave: (...rules: Behaviour[]) => void;
  /** Requests to Postmark's own paths. */
  requests: PostmarkRequest[];
  /** Makes all emails searchable at once. */
  listAll: () => void;
  /** Lists the oldest first. */
  emails: () => AcceptedEmail[];
  /** Posts an email's fate to the webhook, if there is one. */
  report: (messageId: string, fate: Fate) => Promise<Response | undefined>;
  /** Requests that Postmark would have refused. Closing the fake throws if there are any. */
  problems: string[];
}

/** Starts the fake. Each request is checked against the types of Postmark's client. */
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
      if (state.problems.length > 0)
        throw new Error(`The provider would have refused: ${state.problems.join("; ")}`);
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
