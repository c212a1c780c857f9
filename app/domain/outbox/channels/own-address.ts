import type { Channel } from "#db/schema.ts";

interface Addresses {
  userId: string;
  email: string | undefined;
  phoneNumber: string | null | undefined;
}

/** E.164, an email address, or by push the user's id: the claim finds the devices. */
export function ownAddress(channel: Channel, { userId, email, phoneNumber }: Addresses): string | null {
  if (channel === "push") return userId;
  return (channel === "email" ? email : phoneNumber) ?? null;
}
