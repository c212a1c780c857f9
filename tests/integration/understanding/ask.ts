import { randomUUID } from "node:crypto";
import { parseRequests } from "#app/domain/understanding/parse-requests.ts";
import type { ParsedRequest, UserRequest } from "#app/domain/understanding/types.ts";
import {
  type ModelCallFacts,
  understand,
  type Understood,
} from "#app/domain/understanding/understand.server.ts";
import type { FakeOpenai } from "../../fakes/openai.ts";

/** A Wednesday, 08:30 in New York. */
export const now = "2026-10-07T12:30:00.000Z";

export const family = [
  { name: "Nora", relation: "child" },
  { name: "Dan Miller", relation: "spouse" },
];

/** The model is asked about these words: they are long, and have neither a date nor a verb. */
export const aboutVet = "vet for the cat, or the dog if that is the one the neighbours saw limping";

interface LoggedReading extends Understood {
  facts: ModelCallFacts[];
  /** The built-in parser's reading of the same text. */
  byRules: ParsedRequest[];
}

/** Understands a text with the fake model, as a new user by default. */
export async function ask(
  openai: Pick<FakeOpenai, "baseUrl" | "apiKey">,
  text: string,
  { timeoutMs, ...more }: Partial<UserRequest> & { userId?: string; timeoutMs?: number } = {},
): Promise<LoggedReading> {
  const request = {
    text,
    timeZone: "America/New_York",
    now,
    familyMembers: family,
    userId: randomUUID(),
    ...more,
  };
  const facts: ModelCallFacts[] = [];
  const model = { name: "gpt-6-luna", apiKey: openai.apiKey, baseUrl: openai.baseUrl };
  const understood = await understand(request, {
    log: (call) => facts.push(call),
    model,
    timeoutMs,
  });
  return { ...understood, facts, byRules: parseRequests(request) };
}
