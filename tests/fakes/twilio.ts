// A fake of Twilio's Messages API: node tests/fakes/twilio.ts [PORT [FILE]]
// FILE gets a line for each accepted message.
import { newTwilioState, type TwilioOptions, type TwilioRequest } from "./twilio/state.ts";
import { answerTwilio } from "./twilio/api.ts";
import type { Behaviour } from "./provider-behaviour.ts";
import { serve } from "./server.ts";
import type { TwilioMessage } from "./twilio/messages.ts";
import { inboundFields, postSigned } from "./twilio/webhooks.ts";
import { report } from "./twilio/reports.ts";

export interface FakeTwilio extends AsyncDisposable {
  origin: string;
  /** Settings that point an instance here. */
  settings: Record<string, string>;
  behave: (...rules: Behaviour[]) => void;
  /** The requests to Twilio's own paths. */
  requests: TwilioRequest[];
  /** Lists accepted and received messages, oldest first. */
  messages: () => TwilioMessage[];
  /** Posts an inbound text to Mila's webhook, if known, and keeps it for polling. */
  receive: (text: InboundText) => Promise<Response | undefined>;
  /** Sets and reports a message's status. */
  report: (sid: string, status: string, errorCode?: number) => Promise<Response | undefined>;
  /** Requests that Twilio would have refused. Closing the fake throws if there are any. */
  problems: string[];
}

export interface InboundText {
  from: string;
  body: string;
  channel?: "sms" | "whatsapp";
}

const numbers = { sms: "+15550100000", whatsapp: "+15550100001" };

/** Starts the fake. Each request is checked against Twilio's API description. */
export async function startFakeTwilio({
  port = 0,
  ...options
}: TwilioOptions & { port?: number } = {}): Promise<FakeTwilio> {
  const state = newTwilioState(options);
  const { accountSid, authToken } = state.caller;
  const server = await serve(
    (request, response) => answerTwilio(state, request, response, receive),
    port,
  );

  async function receive({
    from,
    body,
    channel = "sms",
  }: InboundText): Promise<Response | undefined> {
    const address = (number: string) => (channel === "whatsapp" ? `whatsapp:${number}` : number);
    const [sender, to] = [address(from), address(numbers[channel])];
    const message = state.store.add({
      from: sender,
      to,
      body,
      status: "received",
      direction: "inbound",
    });
    if (!options.inboundUrl) return undefined;
    const answer = await postSigned(
      state.caller,
      options.inboundUrl,
      inboundFields(state.caller, message),
    );
    const reply = /<Message>([^<]*)/.exec(await answer.clone().text())?.[1];
    if (reply)
      state.store.add({
        from: to,
        to: sender,
        body: reply,
        status: "sent",
        direction: "outbound-reply",
      });
    return answer;
  }

  return {
    origin: server.origin,
    settings: {
      TWILIO_BASE_URL: server.origin,
      TWILIO_ACCOUNT_SID: accountSid,
      TWILIO_AUTH_TOKEN: authToken,
      TWILIO_SMS_FROM: numbers.sms,
      TWILIO_WHATSAPP_FROM: numbers.whatsapp,
    },
    behave: state.script.behave,
    requests: state.requests,
    messages: state.store.all,
    receive,
    report: (sid, status, errorCode) => report(state, sid, status, errorCode),
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
  const { settings } = await startFakeTwilio({ port: Number(port), acceptedFile });
  console.log(
    Object.entries(settings)
      .map((pair) => pair.join("="))
      .join(" "),
  );
}
