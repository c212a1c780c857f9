import { setTimeout as pause } from "node:timers/promises";
import type { SMTPServerOptions, SMTPServerSession } from "smtp-server";
import type { SmtpBehaviour, SmtpScript, Step } from "./behaviour.ts";

interface Taking {
  script: SmtpScript;
  take: (raw: Buffer, recipients: string[]) => Promise<void>;
  hangUp: (remotePort: number) => void;
}

const password = "fake-smtp-password";

/** Returns the server's handlers for one conversation. */
export function steps({ script, take, hangUp }: Taking): SMTPServerOptions {
  const behaviours = new Map<string, SmtpBehaviour>();
  const inUse = new Set<string>();
  const behaviourIn = ({ id }: SMTPServerSession) => behaviours.get(id) ?? { type: "helpful" };

  /** Continues unless the behavior ends the conversation here. */
  async function at(
    step: Step,
    session: SMTPServerSession,
    goOn: (error?: Error) => void,
  ): Promise<void> {
    const behaviour = behaviourIn(session);
    const isSlow = behaviour.type === "slow_at_every_step" && step !== "message";
    if (isSlow) await pause(behaviour.answerMs, undefined, { ref: false });
    if (behaviour.type === "hanging_up" && behaviour.at === step) return hangUp(session.remotePort);
    goOn(
      behaviour.type === "refusing" && behaviour.at === step
        ? refusal(behaviour.code, behaviour.words)
        : undefined,
    );
  }

  async function takeAs(
    behaviour: SmtpBehaviour,
    session: SMTPServerSession,
    raw: Buffer,
  ): Promise<boolean> {
    await take(
      raw,
      session.envelope.rcptTo.map(({ address }) => address),
    );
    if (behaviour.type === "slow" || behaviour.type === "slow_at_every_step")
      await pause(behaviour.answerMs, undefined, { ref: false });
    if (behaviour.type === "taking_then_hanging_up") hangUp(session.remotePort);
    return behaviour.type !== "taking_then_hanging_up" && behaviour.type !== "taking_then_silent";
  }

  return {
    onConnect(session, callback) {
      behaviours.set(session.id, script.next());
      void at("connection", session, callback);
    },
    onAuth(auth, session, callback) {
      const isRight = auth.username === "mila" && auth.password === password;
      void at("sign-in", session, (error) =>
        callback(error ?? (isRight ? null : refusal(535)), { user: "mila" }),
      );
    },
    onMailFrom(_address, session, callback) {
      // A connection may carry several emails.
      if (inUse.has(session.id)) behaviours.set(session.id, script.next());
      inUse.add(session.id);
      void at("sender", session, callback);
    },
    onRcptTo: (_address, session, callback) => void at("recipient", session, callback),
    onData(stream, session, callback) {
      const parts: Buffer[] = [];
      stream.on("data", (part: Buffer) => parts.push(part));
      stream.once("end", () => {
        void at("message", session, (error) => {
          if (error) return callback(error);
          void takeAs(behaviourIn(session), session, Buffer.concat(parts)).then(
            (isAnswered) => isAnswered && callback(),
          );
        });
      });
    },
    onClose({ id }) {
      behaviours.delete(id);
      inUse.delete(id);
    },
  };
}

function refusal(code: number, words: string = "Refused"): Error {
  return Object.assign(new Error(words), { responseCode: code });
}
