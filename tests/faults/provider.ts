import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Accepted } from "../fakes/accepted-log.ts";
import type { Behaviour } from "../fakes/provider-behaviour.ts";
import type { SmtpBehaviour } from "../fakes/smtp/behaviour.ts";
import type { Installation } from "./installation.ts";
import { startProgram } from "./program.ts";

export type ProviderName = "twilio" | "postmark" | "smtp" | "ntfy" | "telegram" | "push";

/** A fake provider in a process that no fault affects. */
export interface Provider<Rule> extends AsyncDisposable {
  settings: Record<string, string>;
  behave: (...rules: Rule[]) => Promise<void>;
  /** Send requests, without lookups; HTTP providers only. */
  sendRequests: () => Promise<SendRequest[]>;
  /** A person writes to the bot; Telegram only. */
  write: (chat: number, text: string) => Promise<void>;
  port: number;
  /** Connections open at once; mail servers only. */
  maxConnections: () => Promise<number>;
  /** Accepted messages, from the fake's file. */
  accepted: () => Accepted[];
}

interface SendRequest {
  method: string;
  path: string;
  at: number;
  form?: Record<string, string>;
}

type RuleOf<Name> = Name extends "smtp" ? SmtpBehaviour : Behaviour;

/** Starts a fake and points the installation to it. */
export async function startProvider<Name extends ProviderName>(
  installation: Installation,
  name: Name,
  { port = 0 }: { port?: number } = {},
): Promise<Provider<RuleOf<Name>>> {
  const file = join(installation.folder, `accepted-${name}.jsonl`);
  const program = startProgram(installation, [
    "tests/faults/provider-process.ts",
    name,
    file,
    String(port),
  ]);
  const { settings = {}, origin = "" } = await program.ready;
  Object.assign(installation.settings, settings);
  return {
    settings,
    async behave(...rules) {
      await fetch(`${origin}/fake/behaviour`, { method: "PUT", body: JSON.stringify(rules) });
    },
    async write(chat, text) {
      await fetch(`${origin}/fake/write`, { method: "PUT", body: JSON.stringify({ chat, text }) });
    },
    port: Number(new URL(origin || "http://none:0").port),
    maxConnections: () => show<number>(origin, "maxConnections"),
    async sendRequests() {
      const requests = await show<SendRequest[]>(origin, "requests");
      return requests.filter(({ method }) => method === "POST");
    },
    accepted: () => readAccepted(file),
    [Symbol.asyncDispose]: () => program.kill(),
  };
}

async function show<Shown>(origin: string, what: string): Promise<Shown> {
  return (await (await fetch(`${origin}/fake/${what}`)).json()) as Shown;
}

function readAccepted(file: string): Accepted[] {
  if (!existsSync(file)) return [];
  // The last line may be incomplete.
  const lines = readFileSync(file, "utf8").split("\n").slice(0, -1);
  return lines.map((line) => JSON.parse(line) as Accepted);
}
