import { channelNames } from "../notifications/channel-icon.tsx";

/** Mila doesn't know the provider's prices. */
export function ChargedMessages({
  sms,
  whatsapp,
  days,
}: {
  sms: number;
  whatsapp: number;
  days: number;
}) {
  const counts = [
    { name: channelNames.sms, count: sms },
    { name: channelNames.whatsapp, count: whatsapp },
  ].filter(({ count }) => count > 0);
  if (counts.length === 0) return null;
  return (
    <p className="mb-4">
      Sent in the last {days} days:{" "}
      {counts.map(({ name, count }) => `${count} by ${name}`).join(", ")}. Your provider charges for
      each.
    </p>
  );
}
