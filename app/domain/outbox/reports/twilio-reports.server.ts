import { z } from "#app/domain/core/zod.ts";
import { progressOf } from "#app/services/twilio/error-codes.ts";
import { parseAddress } from "#app/services/twilio/addresses.ts";
import type { InboundText } from "#app/services/sending.ts";
import type { Report } from "./report.server.ts";

const status = z.object({
  MessageSid: z.string().min(1).max(64),
  MessageStatus: z.string(),
  To: z.string().min(1).optional().catch(undefined),
  ErrorCode: z.coerce.number().nullish().catch(null),
});

const inbound = z.object({
  MessageSid: z.string().min(1).max(64),
  From: z.string().min(1),
  Body: z.string().default(""),
});

export function readStatus(form: URLSearchParams, deliveryId: string | null): Report | null {
  const { data } = status.safeParse(Object.fromEntries(form));
  if (!data) return null;
  const progress = progressOf(data.MessageStatus, data.ErrorCode ?? null);
  const report = { providerId: data.MessageSid, deliveryId, progress };
  if (!data.To) return report;
  const { channel, number } = parseAddress(data.To);
  return { ...report, to: number, channel };
}

export function readInbound(form: URLSearchParams, now: string): InboundText | null {
  const { data } = inbound.safeParse(Object.fromEntries(form));
  if (!data) return null;
  const { channel, number } = parseAddress(data.From);
  return { providerId: data.MessageSid, channel, from: number, body: data.Body, receivedAt: now };
}
