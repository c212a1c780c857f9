import { z } from "zod";
import type { Settings } from "#app/config/env.server.ts";
import { call, type Call, type CallResult } from "../transport/http-call.server.ts";

export interface TelegramBot {
  id: string;
  token: string;
  baseUrl: string;
}

export function readTelegramBot({
  TELEGRAM_BOT_TOKEN: token,
  TELEGRAM_BASE_URL: baseUrl,
}: Settings) {
  if (!token) return undefined;
  const [id = ""] = token.split(":");
  return { id, token, baseUrl } satisfies TelegramBot;
}

const refusal = z.object({
  description: z.string().catch(""),
  parameters: z.object({ retry_after: z.number().positive().optional() }).catch({}),
});

/** Makes one request without retries. See https://core.telegram.org/bots/api#making-requests. */
export function callTelegram(
  { token, baseUrl }: TelegramBot,
  method: string,
  parameters: object,
  options: Pick<Call, "timeoutMs" | "signal" | "beforeData">,
): Promise<CallResult> {
  return call({
    method: "POST",
    url: `${baseUrl}/bot${token}/${method}`,
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(parameters),
    ...options,
  });
}

export function readRefusal(body: unknown): { description: string; retryAfterSeconds?: number } {
  const { data } = refusal.safeParse(body);
  const { retry_after: retryAfterSeconds } = data?.parameters ?? {};
  return { description: data?.description ?? "", ...(retryAfterSeconds && { retryAfterSeconds }) };
}
