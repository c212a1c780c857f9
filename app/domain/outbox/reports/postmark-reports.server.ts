import type { Kysely } from "kysely";
import { z } from "#app/domain/core/zod.ts";
import { progressOfBounce } from "#app/services/postmark/bounces.ts";
import type { Progress } from "#app/services/sending.ts";
import type { Database } from "#db/schema.ts";
import { optIn, optOut } from "../channels/opt-outs.server.ts";
import { type Reported, reportProgress } from "./report.server.ts";

const address = z.string().trim().toLowerCase();
const common = {
  MessageID: z.string().min(1).max(64),
  Metadata: z.object({ delivery_id: z.string().nullish() }).nullish(),
};

/** See https://postmarkapp.com/developer/webhooks/webhooks-overview. */
export const postmarkReport = z.discriminatedUnion("RecordType", [
  z.object({ RecordType: z.literal("Delivery"), Recipient: address, ...common }),
  z.object({ RecordType: z.literal("Bounce"), Email: address, Type: z.string(), ...common }),
  z.object({ RecordType: z.literal("SpamComplaint"), Email: address, ...common }),
  z.object({
    RecordType: z.literal("SubscriptionChange"),
    Recipient: address,
    SuppressSending: z.boolean(),
    SuppressionReason: z.string().nullish(),
  }),
]);

type PostmarkReport = z.infer<typeof postmarkReport>;

export async function applyPostmarkReport(
  db: Kysely<Database>,
  report: PostmarkReport,
  now: string,
): Promise<Reported | null> {
  if (report.RecordType === "SubscriptionChange") {
    const { Recipient, SuppressSending, SuppressionReason } = report;
    if (!SuppressSending) await optIn(db, Recipient);
    else await optOut(db, Recipient, now, SuppressionReason === "HardBounce" ? "bounced" : "asked");
    return null;
  }
  const to = report.RecordType === "Delivery" ? report.Recipient : report.Email;
  const deliveryId = report.Metadata?.delivery_id ?? null;
  return reportProgress(
    db,
    { providerId: report.MessageID, deliveryId, to, progress: progressOf(report) },
    now,
  );
}

function progressOf(
  report: Exclude<PostmarkReport, { RecordType: "SubscriptionChange" }>,
): Progress {
  if (report.RecordType === "Delivery") return { status: "delivered" };
  if (report.RecordType === "SpamComplaint") return { status: "undelivered", reason: "opted_out" };
  return progressOfBounce(report.Type);
}
